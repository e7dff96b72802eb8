import { expect, test } from 'vitest';
import { noFilter, queryOf } from './audit-filter.ts';

test('a search without words and days has no limits', () => {
  expect(queryOf(noFilter)).toEqual({});
  expect(queryOf({ ...noFilter, search: '  ' })).toEqual({});
});

test('the first and the last day of a search are included, in the time zone of the device', () => {
  expect(queryOf({ search: ' key ', from: '2026-03-28', to: '2026-03-31' })).toEqual({
    search: 'key',
    from: new Date(2026, 2, 28).toISOString(),
    to: new Date(2026, 3, 1).toISOString(),
  });
});
