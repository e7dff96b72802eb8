import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPacketSizeCheck } from './packet-size-limit.ts';

/** Returns a PUBLISH packet with this many bytes after its fixed header. */
function packet(length: number): number[] {
  const header = [0x30];
  let rest = length;
  do {
    header.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return [...header, ...Array.from({ length }, () => 0xff)];
}

/** Splits the bytes into chunks of this size. Returns whether every chunk is within the limit. */
function passes(bytes: readonly number[], limit: number, chunkSize: number): boolean {
  const isWithinLimit = createPacketSizeCheck(() => limit);
  for (let at = 0; at < bytes.length; at += chunkSize) {
    if (!isWithinLimit(Uint8Array.from(bytes.slice(at, at + chunkSize)))) return false;
  }
  return true;
}

test('MQTT packets up to the size limit are accepted, however the network splits them', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 50 }), (all, limit, chunkSize) => {
      const bytes = all.flatMap(packet);
      expect(passes(bytes, limit, chunkSize)).toBe(all.every((length) => length <= limit));
    }),
  );
});

test('an MQTT packet whose length field has five bytes is refused', () => {
  expect(passes([0x30, 0xff, 0xff, 0xff, 0xff, 0x01], 10_000, 6)).toBe(false);
});
