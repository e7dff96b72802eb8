import { expect, test } from 'vitest';
import { testStream } from '../../../tests/support/test-stream.ts';
import { announcementKey } from './update-announcer.tsx';

test('a second fall in the same room is announced again, although the text is the same', () => {
  const keyOf = (revision: number) => announcementKey([testStream('a', { roomStatus: 1, revision })]);
  expect(keyOf(2)).not.toBe(keyOf(3));
});
