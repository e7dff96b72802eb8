import { expect, test } from 'vitest';
import { findDatabaseTests, findPostgresTests } from './database-tests.mjs';

const found = findPostgresTests();

test('a test that imports the test database, directly or through tests/support, also runs on PostgreSQL', () => {
  expect(found).toContain('src/server/rights/visible.test.ts');
  expect(found).toContain('tests/mqtt/embedded-broker.test.ts');
});

test('tests that start their own database, and tests without one, do not run again on PostgreSQL', () => {
  expect(found.filter((file) => file.startsWith('tests/cluster/') || file.startsWith('src/domain/'))).toEqual([]);
  expect(found).not.toContain('tests/server/start-and-stop.test.ts');
});

test('tests of protocols and limits in front of the database run on SQLite alone', () => {
  const alone = findDatabaseTests().filter((file) => !found.includes(file));
  expect(alone).toHaveLength(6);
  expect(alone).toContain('tests/identity/sign-in-form.test.ts');
});
