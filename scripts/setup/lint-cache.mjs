/** Remembers which files passed the linter, so that `npm run check` lints only those that changed since. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOf } from './hash.mjs';

const folders = ['src', 'scripts', 'lab', 'tests'];
/** When one of these changes, every file is linted again. */
const rules = ['.oxlintrc.json', 'scripts/lint', 'package.json', 'package-lock.json'];

/** @typedef {Readonly<Record<string, string>>} Hashes by path */

/**
 * @param {string} root
 * @param {string} cacheFile
 * @returns {{ changed: readonly string[], save: () => void }} paths to lint; `save` records that they passed
 */
export function readLintCache(root, cacheFile) {
  const rulesHash = hashOf(root, rules);
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  /** @type {Hashes} */
  const hashes = Object.fromEntries(
    files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => [file, hashOf(root, [file], [rulesHash])]),
  );
  /** @type {Hashes} */
  const passed = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};
  return {
    changed: Object.keys(hashes).filter((file) => hashes[file] !== passed[file]),
    save: () => {
      mkdirSync(dirname(cacheFile), { recursive: true });
      writeFileSync(cacheFile, JSON.stringify(hashes));
    },
  };
}
