import { afterEach, expect, test } from 'vitest';
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { raisedAlertsOf } from './raised-alerts.ts';
import { reportAnsweredAlert, reportStandInWards, standInRoomsStore } from './stand-in-rooms.ts';

afterEach(() => reportStandInWards([]));

const fall: ShownAlert = {
  uuid: 'a fall',
  status: 1,
  priority: 'high',
  isTest: false,
  isFault: false,
  state: 'raised',
  by: { kind: 'device' },
  startedAt: '2026-03-01T01:00:00.000Z',
  since: '2026-03-01T01:00:00.000Z',
  dueAt: null,
  raisedAgainCount: 0,
  resolution: null,
  attended: null,
  note: null,
};

const reported = () => [
  {
    uuid: 'x',
    displayName: 'Ward X',
    rooms: [
      {
        uuid: 'r',
        displayName: 'Room 1',
        wardUUID: 'x',
        status: 'ACTIVE' as const,
        roomStatus: 1,
        lastNotification: null,
        lastNotificationSent: null,
        alerts: [fall, { ...fall, uuid: 'out of bed', status: 3, priority: 'medium' as const }],
      },
    ],
  },
];

test('a fall of a sister ward sounds on this board until this board has answered it', () => {
  reportStandInWards(reported());
  expect(standInRoomsStore.get().map(({ displayName }) => displayName)).toEqual(['Room 1 ·\u00A0Ward X']);
  expect(raisedAlertsOf(standInRoomsStore.get())).toEqual([{ key: `${fall.uuid} ${fall.since}`, priority: 'high' }]);
  reportAnsweredAlert({ ...fall, state: 'acknowledged', since: '2026-03-01T01:00:05.000Z' });
  expect(raisedAlertsOf(standInRoomsStore.get())).toEqual([]);
});

test('a report whose response has the same sister wards does not render the board again', () => {
  reportStandInWards(reported());
  const before = standInRoomsStore.get();
  const unsubscribe = standInRoomsStore.subscribe(() => expect.unreachable());
  reportStandInWards(reported());
  unsubscribe();
  expect(standInRoomsStore.get()).toBe(before);
});
