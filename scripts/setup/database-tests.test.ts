import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDatabaseTests } from './database-tests.mjs';

const found = findDatabaseTests();

test('a test that gets its database from tests/support, directly or indirectly, also runs on PostgreSQL', () => {
  expect(found).toContain('src/server/rights/visible.test.ts');
  expect(found).toContain('tests/mqtt/embedded-broker.test.ts');
  expect(found).toContain('tests/mqtt/external-broker.test.ts');
  const own = found.filter((file) => !/from '[^']*support\//.test(readFileSync(file, 'utf8')));
  expect(own).toEqual([]);
});

test('tests that start their own database, and tests without one, do not run again on PostgreSQL', () => {
  expect(found.filter((file) => file.startsWith('tests/cluster/') || file.startsWith('src/domain/'))).toEqual([]);
  expect(found).not.toContain('tests/server/start-and-stop.test.ts');
});
