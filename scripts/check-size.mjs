/** `npm run size`: prints the first loads of the built web app, and fails when one exceeds its budget. */
import { join } from 'node:path';
import { firstLoads } from './build/first-load.mjs';
import { root } from './setup/tools.mjs';

for (const { name, maxBytes, files, bytes } of firstLoads(join(root, 'dist', 'web'))) {
  const total = { path: `first load of the ${name}, budget ${maxBytes / 1000} kB`, bytes };
  for (const row of [...files, total]) console.log(`${(row.bytes / 1000).toFixed(1).padStart(6)} kB br  ${row.path}`);
  if (bytes > maxBytes) process.exitCode = 1;
}
