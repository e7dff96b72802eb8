import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const Versions = z.record(z.string(), z.string()).default({});
const Package = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions });
const LockFile = z.object({ packages: z.object({ '': Package }).catchall(Package) });
const { packages } = LockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** Whether the lock file contains a package. Searches as Node does: in the dependent package, then in each parent folder. */
function isLocked(name: string, from: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  if (from === '') return false;
  return isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

test('the lock file contains the packages of every platform, so that npm ci accepts it everywhere', () => {
  const missing = Object.entries(packages).flatMap(([folder, entry]) => {
    // npm does not install the development dependencies of a package.
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
