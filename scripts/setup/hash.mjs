/** Fingerprints that tell whether a step has to be done again. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * One hash over files and whole folders, by path and content; what does not exist counts as absent.
 * @param {string} base the paths are relative to it
 * @param {readonly string[]} paths
 * @param {readonly string[]} [facts] anything else that decides
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

/**
 * @param {string} path @returns {string[]}
 */
function filesBeneath(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesBeneath(join(path, name)));
}

/** The content of a small file, or nothing where there is none. @param {string} file */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
