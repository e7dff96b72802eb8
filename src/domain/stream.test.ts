import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeUpdates, type Stream, type StreamUpdate } from './stream.ts';

const room = (uuid: string): Stream => ({
  uuid,
  displayName: uuid,
  wardUUID: 'ward',
  type: 'camera',
  status: 'ACTIVE',
  roomStatus: -1,
  lastNotification: null,
  lastNotificationSent: null,
  revision: 0,
});

// On the server each revision of a stream has exactly one state. The generated updates follow the same rule.
const updateOf = (uuid: string, revision: number): StreamUpdate => ({
  uuid,
  revision,
  roomStatus: (revision * 7) % 20,
  lastNotification: (revision * 3) % 20,
  lastNotificationSent: new Date(revision * 1000).toISOString(),
});

const updates = fc.array(
  fc.record({ uuid: fc.constantFrom('a', 'b', 'c', 'elsewhere'), revision: fc.integer({ min: 1, max: 50 }) }),
);

test('an update without an unavailable source says that no source is offline any more', () => {
  const unreachable = mergeUpdates([room('a')], [{ ...updateOf('a', 1), unavailableSource: 'bed-sensor' }]);
  expect(unreachable[0]?.unavailableSource).toBe('bed-sensor');
  expect(mergeUpdates(unreachable, [updateOf('a', 2)])[0]?.unavailableSource).toBeUndefined();
});

test('updates in any order, repeated or not, result in the newest state', () => {
  fc.assert(
    fc.property(updates, fc.infiniteStream(fc.nat()), (sent, cuts) => {
      const rooms = [room('a'), room('b'), room('c')];
      const list = sent.map(({ uuid, revision }) => updateOf(uuid, revision));
      const newest = rooms.map(({ uuid }) =>
        Math.max(0, ...sent.filter((update) => update.uuid === uuid).map((update) => update.revision)),
      );
      let one: readonly Stream[] = rooms;
      let rest = list;
      while (rest.length > 0) {
        const size = (Number(cuts.next().value) % rest.length) + 1;
        one = mergeUpdates(one, rest.slice(0, size));
        rest = rest.slice(size);
      }
      const other = mergeUpdates(mergeUpdates(rooms, list.toReversed()), list);
      expect(one.map((stream) => stream.revision)).toEqual(newest);
      expect(other).toEqual(one);
    }),
  );
});

test('[LIVE-2] an update changes room status, last notification and its time, and nothing else of the stream', () => {
  const [updated] = mergeUpdates([room('a')], [updateOf('a', 4)]);
  expect(updated).toEqual({ ...room('a'), ...updateOf('a', 4) });
});

test('[LIVE-2] an update of an unknown stream or with an older revision returns the same list', () => {
  const rooms = [room('a')];
  expect(mergeUpdates(rooms, [])).toBe(rooms);
  expect(mergeUpdates(rooms, [updateOf('elsewhere', 9)])).toBe(rooms);
  expect(mergeUpdates(rooms, [updateOf('a', 0)])).toBe(rooms);
});

test('a stream without an update stays the same object, so that React does not render its card again', () => {
  const rooms = [room('a'), room('b')];
  expect(mergeUpdates(rooms, [updateOf('a', 1)])[1]).toBe(rooms[1]);
});
