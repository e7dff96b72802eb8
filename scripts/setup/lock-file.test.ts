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

/** The place where Node looks for a package: next to who asks, then further up. */
function isLocked(name: string, from: string): boolean {
  if (`${from}/node_modules/${name}`.replace(/^\//, '') in packages) return true;
  if (from === '') return false;
  return isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

test('the lock file is complete: npm ci refuses it where a package of another platform is missing', () => {
  const missing = Object.entries(packages).flatMap(
    ([path, { dependencies, devDependencies, optionalDependencies }]) => {
      const names = Object.keys({ ...dependencies, ...optionalDependencies, ...(path === '' ? devDependencies : {}) });
      return names.filter((name) => !isLocked(name, path)).map((name) => `${name} of ${path}`);
    },
  );
  expect(missing).toEqual([]);
});

test('every version of package.json is exact', () => {
  const manifest = z
    .object({ dependencies: Dependencies, devDependencies: Dependencies, optionalDependencies: Dependencies })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const versions = Object.values(manifest).flatMap((list) => Object.entries(list));
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
