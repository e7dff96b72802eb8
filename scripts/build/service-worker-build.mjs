/** Builds the service worker after the web app, with the list of the files that it caches (decision 134). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** The files that the service worker caches. The server writes into index.html, so that file is not among them. */
const cachedFiles = /^(?!service-worker\.).*\.(js|css|woff2|svg|png|webp|jpg|avif|webmanifest)$/;

/**
 * @param {string} source the file of the service worker
 * @param {string} folder of the built web app
 * @returns {import('vite').Plugin}
 */
export function serviceWorkerBuild(source, folder) {
  return {
    name: 'room-status:service-worker-build',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { 'self.__WB_MANIFEST': JSON.stringify(await precacheEntries(folder)) },
          build: {
            outDir: folder,
            emptyOutDir: false,
            sourcemap: true,
            modulePreload: false,
            rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'service-worker.js' } },
          },
        });
      },
    },
  };
}

/**
 * The entries of workbox-precaching, sorted by address. The name of a file in assets/ contains a hash of its content;
 * the other files need one as their revision.
 * @param {string} folder of the built web app
 * @returns {Promise<{ url: string, revision: string | null }[]>}
 */
export async function precacheEntries(folder) {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const entries = names
    .filter((name) => cachedFiles.test(name))
    .toSorted()
    .map(async (url) => ({ url, revision: url.startsWith('assets/') ? null : await hashOfFile(join(folder, url)) }));
  return Promise.all(entries);
}

/** @param {string} file */
async function hashOfFile(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
