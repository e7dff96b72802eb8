/**
 * `npm run mutations -- [count] [seed]`: makes small changes of logic, one at a time, and counts those that the tests
 * notice. The changes are made in place and undone, so nothing may be uncommitted.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { seededRandom } from '../../tests/support/seeded-random.ts';
import { findMutations } from './find-mutations.ts';

const folders = ['src/domain', 'src/web/rooms/live', 'src/web/identity', 'src/server/identity', 'src/server/intake'];
/** Tests that take longer are ended, because a mutation can cause an endless loop. They count as failed. */
const testTimeoutMs = 180_000;

const [count = '60', seed = '1'] = process.argv.slice(2);
if (spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).stdout !== '') {
  console.error('Commit or stash your changes first: this command changes files and restores them.');
  process.exit(1);
}

const all = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
  .filter((file) => !file.includes('.test.'))
  .toSorted()
  .flatMap((file) => findMutations(file, readFileSync(file, 'utf8')).map((mutation) => ({ file, ...mutation })));
const random = seededRandom(Number(seed));
const chosen = Array.from(all, (mutation) => ({ mutation, order: random() }))
  .toSorted((one, other) => one.order - other.order)
  .slice(0, Number(count));
// A signal is handled between two mutations, when no file is changed. Ctrl-C also ends the tests that are running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
let noticedCount = 0;
for (const { mutation } of chosen) {
  const { file, start, end, text, kind } = mutation;
  const source = readFileSync(file, 'utf8');
  const isNoticed = doTestsFail(file, source.slice(0, start) + text + source.slice(end), source);
  if (isNoticed) noticedCount += 1;
  console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${file}:${source.slice(0, start).split('\n').length}  ${kind}`);
  await nextTurn();
}
console.log(`${noticedCount} of ${chosen.length} mutations noticed (${all.length} possible, seed ${seed})`);

/** Runs the tests that import the file: first the unit tests and, if they pass, the slower tests. */
function doTestsFail(file: string, mutated: string, source: string): boolean {
  const args = ['vitest', 'related', file, '--run', '--bail', '1', '--reporter', 'dot', '--passWithNoTests'];
  const hasFailure = (...projects: readonly string[]) =>
    spawnSync('npx', [...args, ...projects.flatMap((project) => ['--project', project])], {
      stdio: 'ignore',
      timeout: testTimeoutMs,
    }).status !== 0;
  try {
    writeFileSync(file, mutated);
    return hasFailure('unit') || hasFailure('integration', 'whole');
  } finally {
    writeFileSync(file, source);
  }
}
