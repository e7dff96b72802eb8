// Which tests have a database that may be either one: those that get it, by whatever way, from tests/support.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** What hands out whichever database is asked for. */
const sources = ['test-database.ts', 'test-server-database.ts'];

/** @returns {string[]} paths of test files; those of tests/cluster have databases of their own. */
export function findDatabaseTests() {
  const waysTo = new Set(sources);
  const supports = globSync('tests/support/*.ts').map((file) => ({ name: basename(file), needs: supportsOf(file) }));
  for (let known = 0; known < waysTo.size;) {
    known = waysTo.size;
    for (const { name, needs } of supports) if (needs.some((need) => waysTo.has(need))) waysTo.add(name);
  }
  const tests = globSync(['src/server/**/*.test.ts', 'tests/!(cluster)/*.test.ts']);
  return tests.filter((file) => supportsOf(file).some((need) => waysTo.has(need)));
}

/** @param {string} file @returns {string[]} names of the files of tests/support that it imports values from. */
function supportsOf(file) {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm);
  const isSupport = file.startsWith('tests/support/') ? /^\.\/([\w-]+\.ts)$/ : /\/support\/([\w-]+\.ts)$/;
  return [...imports].flatMap(([, from = '']) => isSupport.exec(from)?.[1] ?? []);
}
