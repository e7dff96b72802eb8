/** A hash that tells whether files have changed. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/**
 * One hash of the paths and contents of files and folders.
 * @param {readonly string[]} paths relative to the folder of the project
 * @param {readonly string[]} [facts] other values to include
 */
export function hashOf(paths, facts = []) {
  const hash = createHash('sha256').update(facts.join());
  for (const path of paths.flatMap(filesBeneath)) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBeneath(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path)).toSorted();
  return names.flatMap((name) => filesBeneath(join(path, name)));
}
