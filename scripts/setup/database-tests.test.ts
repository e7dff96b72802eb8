import { expect, test } from 'vitest';
import { findDatabaseTests, findPostgresTests, sqliteOnly } from './database-tests.mjs';

const found = findPostgresTests();

test('a test that imports the test database, directly or through tests/support, also runs on PostgreSQL', () => {
  expect(found).toContain('src/server/rights/visible.test.ts');
  expect(found).toContain('tests/mqtt/retained-falls.test.ts');
});

test('tests that start their own database, and tests without one, do not run again on PostgreSQL', () => {
  expect(found.filter((file) => file.startsWith('tests/cluster/') || file.startsWith('src/domain/'))).toEqual([]);
  expect(found).not.toContain('tests/server/start-and-stop.test.ts');
});

test('tests of protocols and limits in front of the database run on SQLite alone', () => {
  const all = findDatabaseTests();
  expect(all).toContain('tests/identity/sign-in-form.test.ts');
  expect(found).not.toContain('tests/identity/sign-in-form.test.ts');
  expect(
    sqliteOnly.filter((file) => !all.includes(file)),
    'no such test with a database',
  ).toEqual([]);
});
