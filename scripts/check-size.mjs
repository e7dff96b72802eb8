/** `npm run size`: prints the first load of the built web app, and fails when it exceeds the budget. */
import { join } from 'node:path';
import { firstLoadOf, maxFirstLoadBytes } from './build/first-load.mjs';
import { root } from './setup/tools.mjs';

const files = firstLoadOf(join(root, 'dist', 'web'));
const total = files.reduce((sum, file) => sum + file.bytes, 0);
const rows = [...files, { path: 'first load, JavaScript', bytes: total }, { path: 'budget', bytes: maxFirstLoadBytes }];
for (const { path, bytes } of rows) console.log(`${(bytes / 1000).toFixed(1).padStart(6)} kB br  ${path}`);
if (total > maxFirstLoadBytes) {
  console.error('The first load is over its budget.');
  process.exitCode = 1;
}
