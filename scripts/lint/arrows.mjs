/** Decides which imports the files of src may have. */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** @type {{ dependencies: Record<string, string> }} */
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const webPackages = [
  '@base-ui/react',
  '@tanstack/react-query',
  'eventsource-parser',
  'oidc-client-ts',
  'react',
  'react-dom',
  'react-router',
  'uqr',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
];
const buildPackages = ['@vitejs/plugin-react', 'rolldown', 'vite'];
const serverPackages = Object.keys(dependencies).filter((name) => ![...webPackages, ...buildPackages].includes(name));

const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');

/**
 * The folders of the server and of the web app, from the bottom up, as ARCHITECTURE.md lists them from the top down. A
 * file imports from its own folder and from those before it.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const folderOrder = { server: foldersOf('server'), web: foldersOf('web') };

/** @param {string} side */
function foldersOf(side) {
  const list = architecture.split(`<!-- folders of ${side} -->`)[1]?.split('```')[1] ?? '';
  return [...list.matchAll(/^([a-z-]+)\/ /gm)].map(([, folder = '']) => folder).toReversed();
}

/**
 * @typedef {object} Layer
 * @property {readonly string[]} below the layers that this layer may import
 * @property {(specifier: string, name: string) => boolean} mayUse whether this layer may import a path of a package
 */

/** @type {Readonly<Record<string, Layer>>} */
const layers = {
  domain: { below: [], mayUse: () => false },
  contract: { below: ['domain'], mayUse: (specifier) => specifier === 'zod/mini' },
  server: {
    below: ['domain', 'contract'],
    mayUse: (specifier, name) =>
      serverPackages.includes(name) || (isBuiltin(specifier) && !/^(node:)?process$/.test(specifier)),
  },
  web: {
    below: ['domain', 'contract'],
    mayUse: (specifier, name) => specifier === 'zod/mini' || webPackages.includes(name),
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
  const { below, mayUse } = from.layer;
  if (!specifier.startsWith('.')) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return mayUse(specifier, name) ? undefined : `${from.name} must not import ${specifier} (see ARCHITECTURE.md).`;
  }
  const to = placeOf(join(dirname(file), specifier));
  if (to === undefined) return `${from.name} imports nothing from outside src.`;
  if (to.name !== from.name) return below.includes(to.name) ? undefined : `${from.name} must not import ${to.name}.`;
  const order = folderOrder[from.name];
  if (order === undefined || order.indexOf(to.folder) <= order.indexOf(from.folder)) return undefined;
  return `${from.name}/${from.folder} must not import ${to.name}/${to.folder}, which is above it (see ARCHITECTURE.md).`;
}

/** Layer and folder of a file; undefined outside of src. @param {string} file */
function placeOf(file) {
  const [source = '', name = '', folder = ''] = relative(root, file).split(sep);
  const layer = source === 'src' ? layers[name] : undefined;
  return layer && { name, layer, folder };
}
