import { expect, test } from 'vitest';
import { isUnroutableMessage } from './message.ts';
import { parseRoomMessage } from './parse-room-message.ts';

const subscribedAt = Date.UTC(2026, 2, 1, 12);
const minutesBefore = (minutes: number) => subscribedAt - minutes * 60_000;

function parse(payload: string, retainedAt: number | null = null, kind = 'status') {
  const message = { topic: `roomstatus/harbour/room-1/${kind}`, payload: Buffer.from(payload), retainedAt };
  const parsed = parseRoomMessage(message);
  const [item] = isUnroutableMessage(parsed) ? [] : parsed;
  if (item === undefined || !('incoming' in item)) return item;
  return item.incoming('x');
}

function timeOf(sentAt: number | undefined): unknown {
  const report = { status: 'in_bed', ...(sentAt !== undefined && { at: new Date(sentAt).toISOString() }) };
  const incoming = parse(JSON.stringify(report), subscribedAt);
  return incoming?.kind === 'report' ? incoming.at : undefined;
}

test.each([
  ['a plain code', '5', { kind: 'report', status: 5 }],
  ['a plain name', 'in_bed', { kind: 'report', status: 5 }],
  ['a quoted name', '"in_bed"', { kind: 'report', status: 5 }],
  ['a JSON report', '{"status": "in_bed", "notification": false}', { status: 5, notification: false }],
  ['a JSON report that names another room', '{"status": 5, "room": "room-2"}', { kind: 'invalid', field: 'room' }],
  ['a JSON list', '[5]', { kind: 'malformed', field: 'payload' }],
])('the payload of a status topic can be %s: %s', (_, payload, expected) => {
  expect(parse(payload)).toMatchObject(expected);
});

test('an empty payload on a status topic clears a retained message and says nothing about the room', () => {
  expect(parse('')).toBeUndefined();
});

test('a retained message of a room changes its status without a notification', () => {
  expect(parse('5', subscribedAt)).toMatchObject({ notification: false, isRetained: true });
  expect(parse('5')).toMatchObject({ notification: true });
  expect(parse('offline', subscribedAt, 'availability')).toEqual({ kind: 'offline', streamUUID: 'x' });
});

test.each([
  ['a retained message without a time gets the time of the subscription', undefined, subscribedAt],
  ['a retained message that is 10 minutes old keeps its own time', minutesBefore(10), minutesBefore(10)],
  ['a retained message that is 11 minutes old gets the time of the subscription', minutesBefore(11), subscribedAt],
])('the time of a retained message: %s', (_, sentAt, expected) => {
  expect(timeOf(sentAt)).toBe(expected);
});
