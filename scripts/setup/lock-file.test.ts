import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from 'vitest';
import * as z from 'zod';

const Versions = z.record(z.string(), z.string()).default({});
const Root = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions });
const Package = Root.extend({ resolved: z.optional(z.string()) });
const LockFile = z.object({ packages: z.object({ '': Root }).catchall(Package) });
const { packages } = LockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** Whether the lock file contains a package. Searches as Node does: in the dependent package, then in each parent folder. */
function isLocked(name: string, from: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  if (from === '') return false;
  return isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

test('the lock file contains the packages of every platform, so that npm ci accepts it everywhere', () => {
  const missing = Object.entries(packages).flatMap(([folder, entry]) => {
    // The development dependencies of a package are not checked, because npm does not install them.
    const development = folder === '' ? entry.devDependencies : {};
    const names = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...development });
    return names.filter((name) => !isLocked(name, folder)).map((name) => `${name} of ${folder}`);
  });
  expect(missing).toEqual([]);
});

test('every dependency of the project has an exact version', () => {
  const versions = Object.values(packages['']).flatMap((list) => Object.entries(list));
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('the lock file has the address of every package, so that npm ci asks the registry for no metadata', () => {
  const missing = Object.keys(packages).filter((folder) => folder !== '' && !('resolved' in (packages[folder] ?? {})));
  expect(missing).toEqual([]);
});

test('the source and build scripts of the product import only packages that npm start installs', () => {
  const files = globSync([
    'src/**/*.{ts,tsx}',
    'scripts/{build,cluster,services,setup}/*.{ts,mjs}',
    '{rolldown,vite}.config.ts',
  ]);
  const imported = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?!type )(?:.*?from )?'([^'.][^']*)';/gm),
    ])
    .map(([, specifier = '']) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  const needed = new Set(imported.filter((name) => !isBuiltin(name)));
  expect([...needed]).toEqual(expect.arrayContaining(['fastify', 'react', 'rolldown', 'vite']));
  expect([...needed].filter((name) => !(name in packages[''].dependencies))).toEqual([]);
});
