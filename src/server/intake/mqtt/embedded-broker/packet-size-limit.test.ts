import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrameReader } from './packet-size-limit.ts';

/** A packet with that many bytes behind its head. */
function packet(length: number): number[] {
  const head = [0x30];
  let rest = length;
  do {
    head.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return [...head, ...Array.from({ length }, () => 0xff)];
}

/** Whether all of it is let through, in pieces of that size. */
function passes(bytes: readonly number[], limit: number, piece: number): boolean {
  const isFine = createFrameReader(() => limit);
  for (let at = 0; at < bytes.length; at += piece) {
    if (!isFine(Uint8Array.from(bytes.slice(at, at + piece)))) return false;
  }
  return true;
}

test('packets pass as long as none is longer than the limit, however the network cuts them up', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 50 }), (all, limit, piece) => {
      const bytes = all.flatMap(packet);
      expect(passes(bytes, limit, piece)).toBe(all.every((length) => length <= limit));
    }),
  );
});

test('a length that never ends is no packet', () => {
  expect(passes([0x30, 0xff, 0xff, 0xff, 0xff, 0x01], 10_000, 6)).toBe(false);
});
