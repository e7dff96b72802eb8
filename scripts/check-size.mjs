/** `npm run size`: prints the first load of the built web app, and fails when it exceeds the budget. */
import { join } from 'node:path';
import { firstLoadOf, maxFirstLoadBytes } from './build/first-load.mjs';
import { runScript } from './setup/progress.mjs';
import { root } from './setup/tools.mjs';

await runScript(async () => {
  const files = firstLoadOf(join(root, 'dist', 'web'));
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const rows = [
    ...files,
    { path: 'first load, JavaScript', bytes: total },
    { path: 'budget', bytes: maxFirstLoadBytes },
  ];
  for (const { path, bytes } of rows) console.log(`${kilobytes(bytes).padStart(12)}  ${path}`);
  if (total > maxFirstLoadBytes)
    console.error(`The first load is ${kilobytes(total - maxFirstLoadBytes)} over its budget.`);
  return total > maxFirstLoadBytes ? 1 : 0;
});

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB br`;
}
