import { expect, test } from 'vitest';
import { computeRailLayout } from './rail-layout.ts';

const shown = (widthRem: number, urgentCount: number, otherCount = 0) => {
  const { columns, shownCount, isCompact } = computeRailLayout(widthRem, urgentCount + otherCount, urgentCount);
  return `${shownCount} in ${columns}${isCompact ? ', compact' : ''}`;
};

test('the rail shows large entries while all unanswered alerts of high priority fit', () => {
  expect([shown(21, 0, 3), shown(21, 1, 3), shown(45, 1, 3)]).toEqual(['1 in 1', '1 in 1', '1 in 1']);
  expect([shown(68, 0, 3), shown(68, 2, 3), shown(68, 1), shown(68, 0)]).toEqual([
    '2 in 2',
    '2 in 2',
    '1 in 1',
    '1 in 1',
  ]);
});

test('the rail shows compact entries for more unanswered alerts of high priority: up to four on a phone, six on a tablet', () => {
  expect([2, 4, 9].map((count) => shown(21, count))).toEqual(['2 in 1, compact', '4 in 1, compact', '4 in 1, compact']);
  expect([2, 5, 9].map((count) => shown(45, count))).toEqual(['2 in 2, compact', '5 in 2, compact', '6 in 2, compact']);
  expect([3, 20].map((count) => shown(68, count))).toEqual(['3 in 3, compact', '9 in 3, compact']);
});

test('on a phone with large letters the rail shows one alert', () => {
  expect(shown(11, 4)).toBe('1 in 1');
});
