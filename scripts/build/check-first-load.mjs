/** Fails the build when the first load of a page exceeds its budget. */
import { join } from 'node:path';
import { firstLoadBudgets, firstLoadOf } from './first-load.mjs';

/** @returns {import('vite').Plugin} */
export function checkFirstLoad() {
  let folder = '';
  return {
    name: 'room-status:check-first-load',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const { name, chunk, maxBytes } of firstLoadBudgets) {
        const bytes = firstLoadOf(folder, chunk).reduce((sum, file) => sum + file.bytes, 0);
        if (bytes > maxBytes) throw new Error(`The first load of the ${name} has ${bytes} bytes, budget ${maxBytes}.`);
      }
    },
  };
}
