/** Decides which imports the files of src may have. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * `dependencies` are the packages of the server, `devDependencies` those of the web app and the tools.
 * @type {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }}
 */
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * @typedef {object} Layer
 * @property {readonly string[]} below the layers that this layer may import
 * @property {readonly string[]} [shared] the folders that all features of this layer may import
 * @property {(specifier: string, name: string) => boolean} mayUse whether this layer may import a path of a package
 */

/** @type {Readonly<Record<string, Layer>>} */
const layers = {
  domain: { below: [], mayUse: () => false },
  contract: { below: ['domain'], mayUse: (specifier) => specifier === 'zod/mini' },
  server: {
    below: ['domain', 'contract'],
    shared: ['http', 'database', 'bus', 'rights', 'audit', 'shared'],
    mayUse: (specifier, name) => name in dependencies || (isBuiltin(specifier) && !/^(node:)?process$/.test(specifier)),
  },
  web: {
    below: ['domain', 'contract'],
    shared: ['api', 'ui', 'language'],
    mayUse: (specifier, name) =>
      specifier === 'zod/mini' || name in devDependencies || specifier.startsWith('virtual:'),
  },
};

/**
 * Why a file must not import something; undefined when it may do so.
 * @param {string} file absolute path of the importing file
 * @param {string} specifier the path or package in the import
 */
export function refusalOf(file, specifier) {
  const from = placeOf(file);
  if (from === undefined) return undefined;
  const { below, shared, mayUse } = from.layer;
  if (!specifier.startsWith('.')) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return mayUse(specifier, name) ? undefined : `${from.name} must not import ${specifier} (see ARCHITECTURE.md).`;
  }
  const to = placeOf(join(dirname(file), specifier));
  if (to === undefined) return `${from.name} imports nothing from outside src.`;
  if (to.name !== from.name) return below.includes(to.name) ? undefined : `${from.name} must not import ${to.name}.`;
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
