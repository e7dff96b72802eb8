import { expect, test } from 'vitest';
import { timeText } from './time-text.ts';

const now = new Date(2026, 10, 22, 23, 5).getTime();
const timeAt = (...parts: readonly [number, number, number]) => new Date(...parts, 22, 4, 3).getTime();

test('a time has its day if it is not from today, and its year if it is not from this year', () => {
  expect(timeText(timeAt(2026, 10, 22), now, 'en')).toBe('22:04:03');
  expect(timeText(timeAt(2026, 10, 21), now, 'en')).toBe('21 Nov, 22:04:03');
  expect(timeText(timeAt(2025, 10, 23), now, 'en')).toBe('23 Nov 2025, 22:04:03');
  expect(timeText(timeAt(2025, 10, 23), now, 'hu')).toBe('2025. nov. 23., 22:04:03');
});
