/** Finds the tests that run on SQLite and once more on PostgreSQL. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const supportFolder = join('tests', 'support');
const databaseSource = join(supportFolder, 'database', 'test-database.ts');

/** Tests of protocols and limits in front of the database. Other tests prove on PostgreSQL what these tests store. */
const sqliteOnly = [
  // The server makes backups of SQLite only.
  'src/server/http/monitoring/status/backup-route.test.ts',
  'src/server/demo/demo-intake.test.ts',
  'src/server/intake/ndjson/line-flood.test.ts',
  'src/server/intake/ndjson/line-routes.test.ts',
  'tests/identity/sign-in-form.test.ts',
  'tests/mqtt/embedded-broker-abuse.test.ts',
];

/** @returns {string[]} paths of the test files that run once more on PostgreSQL */
export function findPostgresTests() {
  return findDatabaseTests().filter((file) => !sqliteOnly.includes(file));
}

/** @returns {string[]} paths of test files, without those of tests/cluster, which start their own databases */
export function findDatabaseTests() {
  return globSync(['src/server/**/*.test.ts', 'tests/!(cluster)/*.test.ts']).filter(needsDatabase);
}

/** Whether a file imports the test database, directly or through a file of tests/support. @param {string} file @returns {boolean} */
function needsDatabase(file) {
  const imports = readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';/gm);
  const paths = [...imports].map(([, specifier = '']) => join(dirname(file), specifier));
  return paths.some((path) => path === databaseSource || (path.startsWith(supportFolder) && needsDatabase(path)));
}
