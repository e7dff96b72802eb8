/** Finds the tests that also run on PostgreSQL: those that import a test database, directly or through tests/support. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const databaseSource = join('tests', 'support', 'database', 'test-database.ts');
const supportFolder = join('tests', 'support');

/** @returns {string[]} paths of test files, without those of tests/cluster, which start their own databases */
export function findDatabaseTests() {
  const tests = globSync(['src/server/**/*.test.ts', 'tests/!(cluster)/*.test.ts']);
  return tests.filter((file) => needsDatabase(file));
}

/** @param {string} file @param {Set<string>} [seen] @returns {boolean} */
function needsDatabase(file, seen = new Set()) {
  seen.add(file);
  return supportImportsOf(file).some(
    (imported) => imported === databaseSource || (!seen.has(imported) && needsDatabase(imported, seen)),
  );
}

/** @param {string} file @returns {string[]} the files of tests/support from which it imports values */
function supportImportsOf(file) {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gm);
  const paths = [...imports].map(([, specifier = '']) => join(dirname(file), specifier));
  return paths.filter((path) => path.startsWith(supportFolder));
}
