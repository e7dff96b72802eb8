/** Finds the tests that run on SQLite and once more on PostgreSQL. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const supportFolder = join('tests', 'support');
const databaseSource = join(supportFolder, 'database', 'test-schema.ts');

/** The tests that run on SQLite only: of protocols and limits, which do not depend on the database. */
const sqliteOnly = [
  // The server makes backups of SQLite only.
  'src/server/status/backup-route.test.ts',
  'src/server/demo/demo-intake.test.ts',
  // A server on PostgreSQL has no demo unless it is asked for.
  'src/server/demo/earlier-past.test.ts',
  'src/server/http/openapi/openapi-client.test.ts',
  'src/server/intake/ndjson/line-flood.test.ts',
  'src/server/intake/ndjson/line-routes.test.ts',
  'src/server/app/authorization-matrix.test.ts',
  'src/server/board/live/live-routes.test.ts',
  'tests/identity/external-server.test.ts',
  'tests/identity/first-setup.test.ts',
  'tests/identity/open-sign-ins.test.ts',
  'tests/identity/people.test.ts',
  'tests/identity/session-end.test.ts',
  'tests/identity/sign-in-form.test.ts',
  'tests/identity/sign-in-recipes.test.ts',
  // The alert rules of the disk and of backups are about the embedded database only.
  'tests/deploy/prometheus.test.ts',
  'tests/mqtt/embedded-broker.test.ts',
  'tests/mqtt/embedded-broker-abuse.test.ts',
  'tests/mqtt/equipment-reload.test.ts',
  'tests/mqtt/external-broker.test.ts',
  'tests/mqtt/external-broker-outage.test.ts',
  'tests/mqtt/external-broker-redelivery.test.ts',
  'tests/mqtt/publisher.test.ts',
  'tests/mqtt/topic-listeners.test.ts',
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
