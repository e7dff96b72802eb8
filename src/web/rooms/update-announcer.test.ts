import { expect, test } from 'vitest';
import { testStream } from '../../../tests/support/test-stream.ts';
import { announcementKey } from './update-announcer.tsx';

test('screen readers announce a second fall in the same room again, although the text is the same', () => {
  const keyOf = (revision: number) => announcementKey([testStream('a', { roomStatus: 1, revision })]);
  expect(keyOf(2)).not.toBe(keyOf(3));
});
