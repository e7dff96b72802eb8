import { expect, test } from 'vitest';
import { testStream } from '../../../../tests/support/test-stream.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../domain/room.ts';
import { hasAlerts } from '../../live/open-alerts.ts';
import { countRooms, countRoomsByWard, type RoomCounts } from './use-counts.ts';

const alert = (priority: ShownAlert['priority'], state: ShownAlert['state'] = 'raised'): ShownAlert => ({
  uuid: `${priority} ${state}`,
  status: 1,
  priority,
  isTest: false,
  isFault: false,
  state,
  by: { kind: 'device' },
  startedAt: '2026-01-15T03:11:38.000Z',
  since: '2026-01-15T03:11:38.000Z',
  dueAt: null,
  raisedAgainCount: 0,
  resolution: null,
  attended: null,
  note: null,
});

const pause = { by: { kind: 'server' }, since: '2026-03-01T02:00:00Z', until: '2026-03-01T02:15:00Z' } as const;

const room = (change: Partial<Room>): Room => ({ ...testStream('a'), ...change });

test.each<[string, readonly Room[], Partial<RoomCounts>]>([
  ['nothing in calm rooms', [room({})], { alertCount: 0, priority: undefined, unmonitoredCount: 0 }],
  [
    'all alerts of a room by the highest priority, also when somebody is on the way',
    [room({ alerts: [alert('medium'), alert('high', 'acknowledged')] }), room({ alerts: [alert('medium')] })],
    { alertCount: 3, priority: 'high', unmonitoredCount: 0 },
  ],
  [
    'a room with a technical alert as not monitored and not as an alert',
    [room({ alerts: [alert('technical'), alert('medium')] })],
    { alertCount: 1, priority: 'medium', unmonitoredCount: 1 },
  ],
  ['a resolved alert no more', [room({ alerts: [alert('high', 'resolved')] })], { alertCount: 0 }],
  ['an unreachable camera once', [room({ roomStatus: 12, alerts: [alert('technical')] })], { unmonitoredCount: 1 }],
  ['an unreachable camera without an alert', [room({ roomStatus: 12 })], { unmonitoredCount: 1 }],
  [
    'a room without a device apart, also when its alerts are paused',
    [room({ roomStatus: -1, revision: 0, pause }), room({ roomStatus: -1, revision: 1 })],
    { alertCount: 0, unmonitoredCount: 0, noDeviceCount: 1 },
  ],
  [
    'a paused room as not monitored only when it is unreachable, because a fall still alerts',
    [room({ pause, roomStatus: 12 }), room({ pause, alerts: [alert('high')] })],
    { alertCount: 1, unmonitoredCount: 1 },
  ],
  [
    'an inactive room as not monitored, and its open alerts',
    [room({ status: 'INACTIVE', alerts: [alert('high')] })],
    { alertCount: 1, priority: 'high', unmonitoredCount: 1 },
  ],
])('the card of a place counts %s', (_, rooms, counts) => {
  expect(countRooms(rooms)).toMatchObject(counts);
});

test('the rooms of each ward are counted, and a ward without rooms has zero counts', () => {
  const rooms = [
    room({ wardUUID: 'one', alerts: [alert('high')] }),
    room({ wardUUID: 'two' }),
    room({ wardUUID: 'other', alerts: [alert('medium')] }),
  ];
  const counts = [...countRoomsByWard(rooms, ['one', 'two', 'empty'])];
  expect(counts.map(([uuid, { alertCount }]) => [uuid, alertCount])).toEqual([
    ['one', 1],
    ['two', 0],
    ['empty', 0],
  ]);
});

test('rooms of a server that sends no alerts are not counted', () => {
  expect(hasAlerts([room({}), room({ alertRevision: undefined })])).toBe(true);
  expect(hasAlerts([room({ alertRevision: undefined })])).toBe(false);
  expect(hasAlerts([])).toBe(false);
});
