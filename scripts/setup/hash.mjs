/** Hashes that tell whether a step must be repeated. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * One hash of the paths and contents of files and folders. Paths that do not exist are skipped.
 * @param {string} base folder of the paths
 * @param {readonly string[]} paths
 * @param {readonly string[]} [facts] other values to include
 */
export function hashOf(base, paths, facts = []) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBeneath(join(base, path))).toSorted()) {
    hash
      .update(`${relative(base, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  for (const fact of facts) hash.update(`${fact}\0`);
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBeneath(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBeneath(join(path, name)));
}

/** The content of a file; undefined when it does not exist. @param {string} file */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
