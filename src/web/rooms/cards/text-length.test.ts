import { expect, test } from 'vitest';
import { nameLength, statusLength } from './text-length.ts';

test('a name is written smaller the longer it is', () => {
  expect(nameLength('Room 1')).toBe('short');
  expect(nameLength('Zimmer 12 Freifrau von Hohenlohe')).toBe('long');
  expect(nameLength('Zimmer 214 – Frau Schwarzenberger-Hohenstaufen (Bett an der Tür)')).toBe('longest');
});

test('a sign before the word takes from its space', () => {
  expect(statusLength('Camera unreachable', 0)).toBe('short');
  expect(statusLength('Camera unreachable', 1)).toBe('long');
  expect(statusLength('Lying position unchanged', 0)).toBe('long');
});
