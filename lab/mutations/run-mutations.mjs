/**
 * `npm run mutations -- [count] [seed]`: makes small changes of logic, one at a time, and counts those that the
 * unit tests notice. The files are changed in place and put back; the checkout must have nothing uncommitted.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { findMutations } from './find-mutations.mjs';

const folders = ['src/domain', 'src/web/rooms/live', 'src/web/identity', 'src/server/identity', 'src/server/intake'];
/** An endless loop counts as noticed. Milliseconds. */
const timeoutMs = 120_000;

const [count = '60', seed = '1'] = process.argv.slice(2);
const git = spawnSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
if (git.stdout !== '') {
  console.error('Commit or stash your changes first: this command changes files and puts them back.');
  process.exit(1);
}

const places = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
  .filter((file) => !file.includes('.test.'))
  .toSorted()
  .flatMap((file) => findMutations(file, readFileSync(file, 'utf8')).map((mutation) => ({ file, ...mutation })));

const chosen = pick(places, Number(count), Number(seed));
let noticed = 0;
for (const { file, start, end, text, kind } of chosen) {
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const isNoticed = failsWith(file, source.slice(0, start) + text + source.slice(end), source);
  if (isNoticed) noticed += 1;
  console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${file}:${line}  ${kind}`);
}
console.log(`${noticed} of ${chosen.length} mutations noticed (${places.length} possible, seed ${seed})`);

/** Whether a unit test that imports the file fails. @param {string} file @param {string} mutated @param {string} source */
function failsWith(file, mutated, source) {
  try {
    writeFileSync(file, mutated);
    const args = ['vitest', 'related', file, '--run', '--project', 'unit', '--bail', '1', '--reporter', 'dot'];
    return spawnSync('npx', args, { stdio: 'ignore', timeout: timeoutMs }).status !== 0;
  } finally {
    writeFileSync(file, source);
  }
}

/** Different places, the same ones for the same seed. @template T @param {readonly T[]} all @param {number} wanted @param {number} start */
function pick(all, wanted, start) {
  const rest = [...all];
  const picked = [];
  for (let state = start; picked.length < wanted && rest.length > 0;) {
    state = (state * 48_271) % 2_147_483_647;
    picked.push(...rest.splice(state % rest.length, 1));
  }
  return picked;
}
