import { expect, test } from 'vitest';
import { testStream } from '../../../tests/support/test-stream.ts';
import { announcementKey } from './update-announcer.tsx';

test('a second fall in the same room gets another React key, so that screen readers announce the same text again', () => {
  const keyOf = (revision: number) =>
    announcementKey({ updates: [testStream('a', { roomStatus: 1, revision })], alertChanges: [], pauseChanges: [] });
  expect(keyOf(2)).not.toBe(keyOf(3));
});
