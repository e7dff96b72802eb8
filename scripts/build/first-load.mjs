/** Measures the first load: the scripts that a browser loads before the page runs, which are those of index.html and all their static imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** The texts of French, the language with the longest texts. Each first load contains the texts of one language. */
const texts = 'page-fr';

/**
 * Budgets for the JavaScript of the first load, compressed with brotli, in bytes. `chunks`: the names of the scripts that
 * the page imports dynamically for this address.
 * @type {readonly { name: string, chunks: readonly string[], maxBytes: number }[]}
 */
const firstLoadBudgets = [
  { name: 'login page', chunks: ['start', texts], maxBytes: 90_000 },
  { name: 'list of wards', chunks: ['start', texts, 'app', 'place-lists'], maxBytes: 123_000 },
  { name: 'ward', chunks: ['start', texts, 'app', 'boards'], maxBytes: 130_000 },
];

const scriptTag = /<script\b[^>]*\bsrc="([^"]+)"/g;
const preloadTag = /<link\b[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"/g;
// NOTE: this pattern matches only the syntax of imports that the bundler writes. A dynamic `import(` is not part of the first load.
const staticImport = /\b(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g;

/** The first load of each page with its budget. @param {string} folder the built web app */
export function firstLoads(folder) {
  return firstLoadBudgets.map(({ name, chunks, maxBytes }) => {
    return { name, maxBytes, bytes: firstLoadOf(folder, chunks).reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}

/**
 * @param {string} folder the built web app
 * @param {readonly string[]} chunks the names of scripts that the page imports dynamically
 * @returns {{ path: string, bytes: number }[]} path in the folder, brotli size
 */
export function firstLoadOf(folder, chunks) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const queue = [...allMatches(page, scriptTag), ...allMatches(page, preloadTag)].map((path) =>
    posix.normalize(`/${path}`),
  );
  if (queue.length === 0) throw new Error(`${folder}/index.html loads no script`);
  queue.push(...chunks.map((chunk) => pathOfChunk(folder, chunk)));
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const path of queue) {
    if (sizes.has(path)) continue;
    const file = join(folder, path);
    if (!existsSync(file)) throw new Error(`${path} is loaded by the page but was not built`);
    const content = readFileSync(file);
    sizes.set(path, brotliCompressSync(content).length);
    for (const specifier of allMatches(content.toString(), staticImport))
      queue.push(posix.join(posix.dirname(path), specifier));
  }
  return [...sizes].map(([path, bytes]) => ({ path, bytes }));
}

/** @param {string} folder @param {string} name @returns {string} */
function pathOfChunk(folder, name) {
  // The bundler appends a hash of eight characters to the name.
  const pattern = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  const [file, ...others] = readdirSync(join(folder, 'assets')).filter((each) => pattern.test(each));
  if (file === undefined || others.length > 0) throw new Error(`${folder} has not exactly one script named ${name}`);
  return `/assets/${file}`;
}

/** @param {string} text @param {RegExp} pattern @returns {string[]} */
function allMatches(text, pattern) {
  return [...text.matchAll(pattern)].map((match) => match[1]);
}
