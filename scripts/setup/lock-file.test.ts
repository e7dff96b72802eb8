import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const Dependencies = z.record(z.string(), z.string()).default({});
const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: Dependencies,
      devDependencies: Dependencies,
      optionalDependencies: Dependencies,
    }),
  ),
});
const root = join(import.meta.dirname, '..', '..');
const { packages } = LockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

/** Looks for a package as Node does: in the dependent package, then in each parent folder. */
function isLocked(name: string, from: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  if (from === '') return false;
  return isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

test('the lock file contains the packages of every platform, so that npm ci accepts it everywhere', () => {
  const missing = Object.entries(packages).flatMap(
    ([path, { dependencies, devDependencies, optionalDependencies }]) => {
      const names = Object.keys({ ...dependencies, ...optionalDependencies, ...(path === '' ? devDependencies : {}) });
      return names.filter((name) => !isLocked(name, path)).map((name) => `${name} of ${path}`);
    },
  );
  expect(missing).toEqual([]);
});

test('every dependency in package.json has an exact version', () => {
  const manifest = z
    .object({ dependencies: Dependencies, devDependencies: Dependencies, optionalDependencies: Dependencies })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const versions = Object.values(manifest).flatMap((list) => Object.entries(list));
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
