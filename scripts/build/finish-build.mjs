/** Compresses the built web app, and fails the build when a first load exceeds its budget. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { firstLoads } from './first-load.mjs';

const compressible = /\.(js|css|svg|json|webmanifest|txt|wasm)$/;
/** The size below which a file is not compressed, because it fits into one packet. */
const minBytes = 1_024;

/**
 * Writes a brotli and a gzip copy of each text file, so that the server need not compress.
 * NOTE: index.html is not compressed, because the server writes the environments into it.
 * @param {string} folder of the built web app
 * @returns {import('vite').Plugin}
 */
export function finishBuild(folder) {
  return {
    name: 'room-status:finish-build',
    apply: 'build',
    closeBundle: {
      // This plugin runs after the plugin that writes the service worker, so that the service worker is compressed too.
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))));
        for (const { name, bytes, maxBytes } of firstLoads(folder)) {
          if (bytes > maxBytes)
            throw new Error(`The first load of the ${name} has ${bytes} bytes, budget ${maxBytes}.`);
        }
      },
    },
  };
}

/** @param {string} file */
async function compress(file) {
  const content = await readFile(file);
  if (content.length < minBytes) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
