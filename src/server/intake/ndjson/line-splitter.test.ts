import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createLineSplitter, type Line } from './line-splitter.ts';

const limit = 12;

function told(line: Line): [number, string] {
  return [line.number, 'bytes' in line ? line.bytes.toString('latin1') : 'TOO LONG'];
}

function split(chunks: readonly Buffer[]) {
  const splitter = createLineSplitter(limit);
  const lines = chunks.flatMap((chunk) => [...splitter.push(chunk)].map(told));
  return { lines, rest: splitter.rest()?.bytes.toString('latin1') };
}

function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (whole.length + 1)), whole.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end));
}

/** Text of few letters has many line ends, blank lines and lines about as long as the limit. */
const bytes = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\n', '\r', 'ä', '{}', 'x'.repeat(limit - 1)), { maxLength: 40 })
  .map((parts) => Buffer.from(parts.join('')));

test('however the bytes are cut into chunks, the lines are the same', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat()), (whole, places) => {
      expect(split(cut(whole, places))).toEqual(split([whole]));
    }),
  );
});

test('every line is given once with its number, too long ones by name, blank ones not at all', () => {
  fc.assert(
    fc.property(bytes, (whole) => {
      const all = whole.toString('latin1').split('\n');
      const last = all.pop() ?? '';
      const expected = all.flatMap((text, index): [number, string][] => {
        if (text.length > limit) return [[index + 1, 'TOO LONG']];
        return text.trim() === '' ? [] : [[index + 1, text]];
      });
      if (last.length > limit) expected.push([all.length + 1, 'TOO LONG']);
      const rest = last.length > limit || last.trim() === '' ? undefined : last;
      expect(split([whole])).toEqual({ lines: expected, rest });
    }),
  );
});

test('a line that never ends is said to be too long once, and nothing of it is kept', () => {
  const splitter = createLineSplitter(limit);
  const given = Array.from({ length: 1_000 }, () => [...splitter.push(Buffer.alloc(1_000, 'x'))]).flat();
  expect(given).toEqual([{ number: 1, isTooLong: true }]);
  expect(splitter.rest()).toBeUndefined();
  expect([...splitter.push(Buffer.from('\nshort\n'))].map(told)).toEqual([[2, 'short']]);
});

test('no line is made before it is asked for', () => {
  const chunk = Buffer.from('x\n'.repeat(30_000));
  const cutOut = vi.spyOn(chunk, 'subarray');
  const splitter = createLineSplitter(limit);
  splitter.push(chunk)[Symbol.iterator]().next();
  expect(cutOut).toHaveBeenCalledTimes(1);
  expect(splitter.skip()).toBe(29_999);
  expect([splitter.rest(), splitter.skip()]).toEqual([undefined, 0]);
});
