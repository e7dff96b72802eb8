/** Writes a brotli and a gzip copy of each text file of the built web app, so that the server need not compress. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;
/** A smaller file fits into one packet without compression. */
const minBytes = 1_024;

/**
 * NOTE: index.html is not compressed, because the server writes the environments into it.
 * @returns {import('vite').Plugin}
 */
export function compressAssets() {
  let folder = '';
  return {
    name: 'room-status:compress-assets',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    // Runs after the service worker is written, which happens when the bundle is closed.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
}

/** @param {string} folder */
async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < minBytes) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
