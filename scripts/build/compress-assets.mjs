/** Writes a brotli and a gzip copy of each text file of the built web app, so that the server need not compress. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

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
    closeBundle: {
      // Runs after the plugin that writes the service worker.
      order: 'post',
      sequential: true,
      async handler() {
        const files = await readdir(folder, { recursive: true });
        await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(folder, file))));
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
