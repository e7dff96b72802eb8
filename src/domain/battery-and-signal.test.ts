import { expect, test } from 'vitest';
import { parseBattery, parseSignal } from './battery-and-signal.ts';

test.each([
  ['100', 100],
  ['12.4', 12],
  ['0', 0],
  ['101', null],
  ['-1', null],
  ['', null],
  ['low', null],
  [undefined, null],
])('a battery that a device sends as %j has a charge of %j percent', (text, percent) => {
  expect(parseBattery(text)).toBe(percent);
});

test.each([
  ['-67', 'dBm', { value: -67, unit: 'dBm' }],
  ['12', 'dBm', null],
  ['-200', 'dBm', null],
  ['80', 'percent', { value: 80, unit: 'percent' }],
  ['255', 'linkquality', { value: 100, unit: 'percent' }],
  ['51', 'linkquality', { value: 20, unit: 'percent' }],
  ['256', 'linkquality', null],
  ['', 'linkquality', null],
] as const)('a signal of %j in %s is read as %j', (text, unit, signal) => {
  expect(parseSignal(text, unit)).toEqual(signal);
});
