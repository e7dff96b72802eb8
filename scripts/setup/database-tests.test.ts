import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDatabaseTests } from './database-tests.mjs';

const found = findDatabaseTests();

test('a test whose database comes from the supports runs on PostgreSQL too, however far away that is', () => {
  // By itself, by the small home, and by the home behind a broker of others.
  expect(found).toContain('src/server/rights/visible.test.ts');
  expect(found).toContain('tests/mqtt/embedded-broker.test.ts');
  expect(found).toContain('tests/mqtt/external-broker.test.ts');
  const own = found.filter((file) => !/from '[^']*support\//.test(readFileSync(file, 'utf8')));
  expect(own).toEqual([]);
});

test('tests with a database of their own, and those without any, are left out', () => {
  expect(found.filter((file) => file.startsWith('tests/cluster/') || file.startsWith('src/domain/'))).toEqual([]);
  expect(found).not.toContain('tests/server/start-and-stop.test.ts');
});
