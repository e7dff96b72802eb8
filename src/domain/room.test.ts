import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testAlert } from '../../tests/support/test-alert.ts';
import { roomStatuses } from './room-status.ts';
import { isCalm, mergeAlerts, mergeUpdates, reuseEqualRooms, stateKeyOf, type Room, type RoomUpdate } from './room.ts';

const room = (uuid: string): Room => ({
  uuid,
  displayName: uuid,
  type: 'camera',
  status: 'ACTIVE',
  roomStatus: -1,
  lastNotification: null,
  lastNotificationSent: null,
  revision: 0,
});

// Each revision of a stream has exactly one state, as on the server.
const updateOf = (uuid: string, revision: number): RoomUpdate => ({
  uuid,
  revision,
  roomStatus: (revision * 7) % 20,
  lastNotification: (revision * 3) % 20,
  lastNotificationSent: new Date(revision * 1000).toISOString(),
});

const updates = fc.array(
  fc.record({ uuid: fc.constantFrom('a', 'b', 'c', 'elsewhere'), revision: fc.integer({ min: 1, max: 50 }) }),
);

test('an update without an offline source removes the offline source of the room', () => {
  const unreachable = mergeUpdates([room('a')], [{ ...updateOf('a', 1), offlineSource: 'bed-sensor' }]);
  expect(unreachable[0]?.offlineSource).toBe('bed-sensor');
  expect(mergeUpdates(unreachable, [updateOf('a', 2)])[0]?.offlineSource).toBeUndefined();
});

test('updates in any order, repeated or not, result in the newest state', () => {
  fc.assert(
    fc.property(updates, fc.infiniteStream(fc.nat()), (sent, cuts) => {
      const rooms = [room('a'), room('b'), room('c')];
      const list = sent.map(({ uuid, revision }) => updateOf(uuid, revision));
      const newest = rooms.map(({ uuid }) =>
        Math.max(0, ...sent.filter((update) => update.uuid === uuid).map((update) => update.revision)),
      );
      let one: readonly Room[] = rooms;
      let rest = list;
      while (rest.length > 0) {
        const size = (Number(cuts.next().value) % rest.length) + 1;
        one = mergeUpdates(one, rest.slice(0, size));
        rest = rest.slice(size);
      }
      const other = mergeUpdates(mergeUpdates(rooms, list.toReversed()), list);
      expect(one.map(({ revision }) => revision)).toEqual(newest);
      expect(other).toEqual(one);
    }),
  );
});

test('[LIVE-2] an update changes room status, last notification and its time, and nothing else of the stream', () => {
  const [updated] = mergeUpdates([room('a')], [updateOf('a', 4)]);
  expect(updated).toEqual({ ...room('a'), ...updateOf('a', 4) });
});

test('[LIVE-2] merging no update, an update of an unknown stream or one with an older revision returns the same list', () => {
  const rooms = [room('a')];
  expect(mergeUpdates(rooms, [])).toBe(rooms);
  expect(mergeUpdates(rooms, [updateOf('elsewhere', 9)])).toBe(rooms);
  expect(mergeUpdates(rooms, [updateOf('a', 0)])).toBe(rooms);
});

test('[LIVE-2] without revisions an update is applied unless its notification is older', () => {
  const shown = { ...room('a'), roomStatus: 5, ...notified('02:00:10.000Z'), revision: undefined };
  const next = { uuid: 'a', roomStatus: 6, ...notified('02:00:11.000Z') };
  expect(mergeUpdates([shown], [next])).toEqual([{ ...shown, ...next }]);
  expect(mergeUpdates([{ ...shown, revision: 7 }], [next])[0]?.revision, 'the old one says nothing').toBeUndefined();
  const sameNotification = { ...next, ...notified('02:00:10.000Z') };
  expect(mergeUpdates([shown], [sameNotification])[0], 'the later arrival decides').toMatchObject({ roomStatus: 6 });
  const older = [{ ...next, ...notified('02:00:09.999Z') }];
  expect(mergeUpdates([shown], older)[0]).toEqual(shown);
  expect(mergeUpdates([{ ...shown, revision: 7 }], older)[0], 'one revision alone cannot be compared').toMatchObject({
    roomStatus: 5,
  });
});

test('the state key of a room changes with its status, last notification, notification time or revision', () => {
  const state = { roomStatus: 1, ...notified('02:00:00.000Z'), revision: 1 };
  const others = [{ roomStatus: 2 }, { lastNotification: 2 }, notified('02:00:01.000Z'), { revision: 2 }];
  expect(new Set([state, ...others.map((change) => ({ ...state, ...change }))].map(stateKeyOf)).size).toBe(5);
});

test('an alert update adds and removes the pause of a room, unless its alert revision is older', () => {
  const pause = { by: { kind: 'server' }, since: '2026-03-01T02:00:00Z', until: '2026-03-01T02:15:00Z' } as const;
  const change = { streamUUID: room('a').uuid, alerts: [] };
  const paused = mergeAlerts([room('a')], [{ ...change, alertRevision: 2, pause }]);
  expect(paused[0]).toMatchObject({ pause });
  expect(mergeAlerts(paused, [{ ...change, alertRevision: 1 }])).toBe(paused);
  expect(mergeAlerts(paused, [{ ...change, alertRevision: 3 }])[0]?.pause).toBeUndefined();
});

function notified(time: string) {
  return { lastNotification: 3, lastNotificationSent: `2026-03-01T${time}` };
}

describe('a list of rooms that is fetched again', () => {
  const before: readonly Room[] = [room('a'), room('b')];

  test('a room list that is fetched again keeps the objects of equal rooms, so that the page renders only the changed rooms', () => {
    const changed = { ...room('b'), roomStatus: 1, revision: 1 };
    const [same, other] = reuseEqualRooms(before, [room('a'), changed]);
    expect(same).toBe(before[0]);
    expect(other).toBe(changed);
  });

  test.each<[string, Partial<Room>]>([
    ['name', { displayName: 'Renamed' }],
    ['status', { status: 'INACTIVE' }],
    ['type', { type: 'radar' }],
    ['offline source', { offlineSource: 'gateway' }],
    ['notification', { lastNotification: 3 }],
  ])(
    'a room list that is fetched again shows a new %s of a room even if the revision of the room is the same',
    (_, fields) => {
      const changed = { ...room('a'), ...fields };
      expect(reuseEqualRooms(before, [changed])[0]).toEqual(changed);
    },
  );

  test('a room list that is fetched again has the rooms of the new list in their order', () => {
    const [a, b] = before;
    const added = room('c');
    expect(reuseEqualRooms(before, [added, room('b')])).toEqual([added, b]);
    expect(reuseEqualRooms([], before)).toEqual([a, b]);
  });
});

describe('a calm room', () => {
  test('a room with a status of priority information and no alert is calm', () => {
    const calm = roomStatuses.filter(({ code }) => isCalm({ ...room('a'), roomStatus: code }));
    expect(calm.map(({ code }) => code)).toEqual([0, 4, 5, 6, 8, 11, 16, 24]);
  });

  test('a room with an unknown status is not calm', () => {
    expect(isCalm({ ...room('a'), roomStatus: 99 })).toBe(false);
  });

  test.each(['raised', 'acknowledged', 'attended'] as const)(
    'a room in bed is not calm while an alert of an earlier fall is %s',
    (state) => {
      expect(isCalm({ ...room('a'), roomStatus: 5, alerts: [testAlert('1', { state })] })).toBe(false);
    },
  );

  test('a room without further alerts is calm again after its only alert was resolved', () => {
    expect(isCalm({ ...room('a'), roomStatus: 5, alerts: [testAlert('1', { state: 'resolved' })] })).toBe(true);
  });
});
