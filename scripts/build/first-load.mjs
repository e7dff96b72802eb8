/** What a browser has to load before the page runs: the scripts of index.html and all that they import at once. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Budget of the first load: JavaScript, brotli, bytes. */
export const budget = 160_000;

const scriptTag = /<script\b[^>]*\bsrc="([^"]+)"/g;
const preloadTag = /<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g;
// NOTE: what the bundler writes, not all of the language; `import(` is a later load and does not match.
const staticImport = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g;

/**
 * @param {string} folder the built web app
 * @returns {{ path: string, bytes: number }[]} path within the folder, size in brotli
 */
export function firstLoadOf(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const queue = [...allMatches(page, scriptTag), ...allMatches(page, preloadTag)].map((path) =>
    posix.normalize(`/${path}`),
  );
  if (queue.length === 0) throw new Error(`${folder}/index.html loads no script`);
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const path of queue) {
    if (sizes.has(path)) continue;
    const file = join(folder, path);
    if (!existsSync(file)) throw new Error(`${path} is loaded by the page, but was not built`);
    const content = readFileSync(file);
    sizes.set(path, brotliCompressSync(content).length);
    for (const specifier of allMatches(content.toString(), staticImport))
      queue.push(posix.join(posix.dirname(path), specifier));
  }
  return [...sizes].map(([path, bytes]) => ({ path, bytes }));
}

/** @param {string} text @param {RegExp} pattern @returns {string[]} */
function allMatches(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => match[1]);
}
