/** Decides which file of src may import what. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * The layers: `below` may be imported by the layer, `shared` are the folders that all its features may import.
 * @type {Readonly<Record<string, { below: readonly string[], shared?: readonly string[] }>>}
 */
const layers = {
  domain: { below: [] },
  contract: { below: ['domain'] },
  server: { below: ['domain', 'contract'], shared: ['http', 'database', 'bus', 'rights', 'shared'] },
  web: { below: ['domain', 'contract'], shared: ['api', 'ui', 'language'] },
};

/**
 * `dependencies` are the packages of the server, `devDependencies` those of the web app and the tools.
 * @type {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }}
 */
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Why a file must not import something; undefined when it may do so.
 * @param {string} file absolute path of the importing file
 * @param {string} specifier the path or package in the import
 */
export function refusalOf(file, specifier) {
  const from = placeOf(file);
  if (from === undefined) return undefined;
  if (!specifier.startsWith('.')) return refusalOfPackage(from.name, specifier);
  const to = placeOf(join(dirname(file), specifier));
  if (to === undefined) return `${from.name} imports nothing from outside src.`;
  if (to.name !== from.name) {
    return from.layer.below.includes(to.name) ? undefined : `${from.name} must not import ${to.name}.`;
  }
  const { shared } = from.layer;
  const isFree = shared === undefined || to.folder === from.folder || from.folder === 'app';
  if (isFree || shared.includes(to.folder)) return undefined;
  return `${from.name}/${from.folder} must not import ${to.name}/${to.folder}: features meet in ${from.name}/app only.`;
}

/** Layer and folder of a file; undefined outside of src. @param {string} file */
function placeOf(file) {
  const [source = '', name = '', folder = ''] = relative(root, file).split(sep);
  const layer = source === 'src' ? layers[name] : undefined;
  return layer && { name, layer, folder };
}

/** @param {string} layer @param {string} specifier */
function refusalOfPackage(layer, specifier) {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  if (layer === 'domain') return 'domain imports nothing outside itself.';
  if (name === 'zod' && layer !== 'server') return specifier === 'zod/mini' ? undefined : `${layer} uses zod/mini.`;
  if (layer === 'contract') return 'contract imports the domain and zod/mini only.';
  return layer === 'web' ? refusalInWeb(name) : refusalInServer(specifier, name);
}

/** @param {string} name of the package */
function refusalInWeb(name) {
  const isOfWeb = name in devDependencies || name.startsWith('virtual:');
  return isOfWeb ? undefined : `web may import devDependencies and zod/mini, and ${name} is neither.`;
}

/** @param {string} specifier @param {string} name of the package */
function refusalInServer(specifier, name) {
  if (/^(node:)?process$/.test(specifier)) return 'Only server/app/config.ts reads the environment.';
  if (isBuiltin(specifier) || name in dependencies) return undefined;
  return `server may import dependencies only, and ${specifier} is not one of them.`;
}
