import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { selectValidItems } from '../api/valid-items.ts';
import { testAlert } from '../../../tests/support/test-alert.ts';
import { ReceivedRoom, ReceivedRoomAlerts, ReceivedUpdate } from './received-rooms.ts';

afterEach(() => vi.restoreAllMocks());

const uuid = randomUUID();
const state = { uuid, roomStatus: 5, lastNotification: 3, lastNotificationSent: '2026-03-01T02:14:05Z' };
const room = { ...state, displayName: 'Room 1', status: 'ACTIVE' };

test('[LIVE-1] [API-7] rooms and updates with only the fields of the specification are accepted', () => {
  expect(selectValidItems(ReceivedUpdate, [state], 'update')).toEqual({ items: [state], skippedCount: 0 });
  expect(selectValidItems(ReceivedRoom, [room], 'room')).toEqual({ items: [room], skippedCount: 0 });
});

test.each([
  ['a time with an offset', { lastNotificationSent: '2026-03-01T04:14:05+02:00' }, {}],
  ['a type of a newer server', { type: 'thermal' }, { type: undefined }],
  ['a status other than INACTIVE', { status: 'ONLINE' }, { status: 'ACTIVE' }],
  ['the status INACTIVE', { status: 'INACTIVE' }, {}],
  ['no status', { status: undefined }, { status: 'ACTIVE' }],
  ['no notification', { lastNotification: null, lastNotificationSent: null }, {}],
])('[API-7] a room with %s is accepted', (_, sent, difference) => {
  const { items } = selectValidItems(ReceivedRoom, [{ ...room, ...sent }], 'room');
  expect(items).toEqual([{ ...room, ...sent, ...difference }]);
});

test('[WARD-7] a room without the notification fields is read as a room without a notification', () => {
  const { items } = selectValidItems(
    ReceivedRoom,
    [{ uuid, displayName: 'Room 1', status: 'ACTIVE', roomStatus: 5 }],
    'room',
  );
  expect(items).toEqual([expect.objectContaining({ lastNotification: null, lastNotificationSent: null })]);
});

test.each([
  ['no uuid', { uuid: undefined }, /Room 1\), reason: uuid: /],
  ['no name', { displayName: undefined }, new RegExp(`${uuid}\\), reason: displayName: `)],
  ['a text as status', { roomStatus: 'fall' }, /Room 1, .*reason: roomStatus: /],
  ['an unreadable time', { lastNotificationSent: 'yesterday' }, /lastNotificationSent: must be a time/],
])('[WARD-1] an invalid room, with %s, is skipped, counted and named in the console', (_, wrong, message) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const other = { ...room, uuid: randomUUID() };
  expect(selectValidItems(ReceivedRoom, [{ ...room, ...wrong }, other], 'room')).toEqual({
    items: [other],
    skippedCount: 1,
  });
  expect(log.mock.calls).toEqual([[expect.stringMatching(message)]]);
});

const fall = testAlert(randomUUID());

test('the alerts of a received room are read, and those of an update of a room are ignored', () => {
  const alerted = { ...room, alertRevision: 4, alerts: [fall] };
  expect(selectValidItems(ReceivedRoom, [alerted], 'room').items).toEqual([alerted]);
  expect(selectValidItems(ReceivedUpdate, [alerted], 'update').items).toEqual([state]);
});

test('an alert with values of a newer server is shown as one that needs an answer', () => {
  const newer = {
    ...fall,
    priority: 'critical',
    state: 'escalated',
    by: { kind: 'robot' },
    resolution: 'moved',
    videoUrl: 'x',
  };
  const expected = { ...fall, priority: 'medium', by: { kind: 'server' } };
  expect(selectValidItems(ReceivedRoom, [{ ...room, alerts: [newer] }], 'room').items).toEqual([
    { ...room, alerts: [expected] },
  ]);
});

test('the pause of a room is read, and left out when it cannot be read', () => {
  const pause = { by: { kind: 'device' }, since: '2026-03-01T02:00:00Z', until: '2026-03-01T02:15:00Z' };
  expect(selectValidItems(ReceivedRoom, [{ ...room, pause }], 'room').items).toEqual([{ ...room, pause }]);
  const wrong = { ...room, pause: { ...pause, until: 'soon' } };
  expect(selectValidItems(ReceivedRoom, [wrong], 'room').items).toEqual([room]);
  const change = { streamUUID: uuid, alertRevision: 2, alerts: [], pause };
  expect(selectValidItems(ReceivedRoomAlerts, [change], 'update').items).toEqual([change]);
});

test('an alert that cannot be read is named in the console, and the room and its other alerts are shown', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const change = { streamUUID: uuid, alertRevision: 2, alerts: [{ ...fall, status: 'fall' }, fall] };
  expect(selectValidItems(ReceivedRoomAlerts, [change], 'update').items).toEqual([{ ...change, alerts: [fall] }]);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^An invalid alert was skipped .*reason: status: /)]]);
  expect(selectValidItems(ReceivedRoom, [{ ...room, alerts: 'none' }], 'room')).toEqual({
    items: [room],
    skippedCount: 0,
  });
});
