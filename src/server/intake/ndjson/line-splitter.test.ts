import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineSplitter, type InputLine } from './line-splitter.ts';

const maxBytes = 12;

function described(line: InputLine): [number, string] {
  return [line.number, 'bytes' in line ? line.bytes.toString('latin1') : 'TOO LONG'];
}

function split(chunks: readonly Buffer[]) {
  const splitter = createLineSplitter(maxBytes);
  const lines = chunks.flatMap((chunk) => [...splitter.push(chunk)].map(described));
  return { lines, rest: splitter.rest()?.bytes.toString('latin1') };
}

function cut(whole: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (whole.length + 1)), whole.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => whole.subarray(ends[index - 1] ?? 0, end));
}

/** Bytes of few different letters contain many line breaks, blank lines and lines about as long as the limit. */
const bytes = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', '\n', '\r', 'ä', '{}', 'x'.repeat(maxBytes - 1)), { maxLength: 40 })
  .map((parts) => Buffer.from(parts.join('')));

test('the line splitter yields the same lines, however the bytes are cut into chunks', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat()), (whole, places) => {
      expect(split(cut(whole, places))).toEqual(split([whole]));
    }),
  );
});

test('the line splitter yields every line once with its number, marks a too long line and leaves out a blank line', () => {
  fc.assert(
    fc.property(bytes, (whole) => {
      const all = whole.toString('latin1').split('\n');
      const last = all.pop() ?? '';
      const expected = all.flatMap((text, index): [number, string][] => {
        if (text.length > maxBytes) return [[index + 1, 'TOO LONG']];
        return text.trim() === '' ? [] : [[index + 1, text]];
      });
      if (last.length > maxBytes) expected.push([all.length + 1, 'TOO LONG']);
      const rest = last.length > maxBytes || last.trim() === '' ? undefined : last;
      expect(split([whole])).toEqual({ lines: expected, rest });
    }),
  );
});

test('the line splitter reports an endless line as too long once and does not keep its bytes', () => {
  const splitter = createLineSplitter(maxBytes);
  const given = Array.from({ length: 1_000 }, () => [...splitter.push(Buffer.alloc(1_000, 'x'))]).flat();
  expect(given).toEqual([{ number: 1, isTooLong: true }]);
  expect(splitter.rest()).toBeUndefined();
  expect([...splitter.push(Buffer.from('\nshort\n'))].map(described)).toEqual([[2, 'short']]);
});
