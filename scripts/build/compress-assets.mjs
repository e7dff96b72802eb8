/** Writes each text file of the built web app a second and third time, as brotli and gzip, so that serving costs nothing. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;
/** Below this size a compressed copy saves no packet. Bytes. */
const smallest = 1_024;

/**
 * NOTE: index.html is left out: the server writes the environments into it before it sends it.
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
    // After the service worker has been written, which happens when the bundle is closed.
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
}

/** @param {string} folder */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
