import { describe, expect, test } from 'vitest';
import { isRefusal, parseHeartbeat, parseReport } from './parse-report.ts';

const stream = '00000004-0000-4000-8000-000000000001';
const validReport = { stream, status: 3 };

function incomingOf(input: unknown) {
  const parsed = parseReport(input);
  return isRefusal(parsed) ? parsed : parsed.incoming(stream);
}

test('a report without optional fields has no time, no id, and is a notification', () => {
  expect(incomingOf(validReport)).toEqual({
    kind: 'report',
    streamUUID: stream,
    status: 3,
    at: null,
    id: null,
    notification: true,
    debounceMs: null,
  });
});

test('a report may have a time with a zone, an id and a notification flag', () => {
  const report = { ...validReport, at: '2026-03-01T05:11:38+02:00', id: 'gw-1', notification: false };
  expect(incomingOf(report)).toMatchObject({ at: Date.UTC(2026, 2, 1, 3, 11, 38), id: 'gw-1', notification: false });
  expect(incomingOf({ ...validReport, at: '2000-01-01T00:00:00Z' })).toMatchObject({ at: Date.UTC(2000, 0, 1) });
});

test('a fall of a device whose clock was never set is accepted with its time of receipt', () => {
  const at = '1970-01-01T00:00:12Z';
  expect(parseReport({ ...validReport, status: 'man_down', at })).toMatchObject({ unusedTime: at });
  expect(incomingOf({ ...validReport, status: 'man_down', at })).toMatchObject({ status: 1, at: null });
  expect(parseReport({ ...validReport, at: '2000-01-01T00:00:00Z' })).not.toHaveProperty('unusedTime');
});

test('a status code outside the status table is accepted and marked as unknown', () => {
  expect(parseReport({ ...validReport, status: 4_711 })).toMatchObject({ unknownStatus: 4_711 });
  expect(parseReport(validReport)).not.toHaveProperty('unknownStatus');
  expect(incomingOf({ ...validReport, status: 2 ** 31 - 1 })).toMatchObject({ status: 2 ** 31 - 1 });
});

describe('reports that are not valid', () => {
  test.each([
    ['text instead of an object', 'fall', 'report'],
    ['null', null, 'report'],
    ['no room', { status: 3 }, 'room'],
    ['both room and stream', { ...validReport, room: 'room-7' }, 'room'],
    ['a room name of more than 160 characters', { room: 'x'.repeat(161), status: 3 }, 'room'],
    ['a NUL character in the room name', { room: 'room\0', status: 3 }, 'room'],
    ['a list as the room', { room: ['room-7'], status: 3 }, 'room'],
    ['a number as the stream', { ...validReport, stream: 7 }, 'stream'],
    ['no status', { stream }, 'status'],
    ['a status code with a fraction', { ...validReport, status: 3.5 }, 'status'],
    ['a status code of more than 32 bits', { ...validReport, status: 2 ** 31 }, 'status'],
    ['an unknown status name', { ...validReport, status: 'flying' }, 'status'],
    ['an empty status name', { ...validReport, status: '' }, 'status'],
    ['a list as the status', { ...validReport, status: [3] }, 'status'],
    ['a time without a zone', { ...validReport, at: '2026-03-01T12:00:00' }, 'at'],
    ['a date that does not exist', { ...validReport, at: '2026-02-30T12:00:00Z' }, 'at'],
    ['a number as the time', { ...validReport, at: 1_772_000_000 }, 'at'],
    ['an empty id', { ...validReport, id: '' }, 'id'],
    ['an id of more than 128 characters', { ...validReport, id: 'x'.repeat(129) }, 'id'],
    ['a NUL character in the id', { ...validReport, id: 'a\0b' }, 'id'],
    ['half a surrogate pair as the id', { ...validReport, id: '\ud800' }, 'id'],
    ['text as the notification flag', { ...validReport, notification: 'no' }, 'notification'],
  ])('a report is refused with the field at fault: %s', (_, input, field) => {
    expect(parseReport(input)).toMatchObject({ kind: 'invalid', field });
  });
});

test('a heartbeat may be an object or the name of a room', () => {
  expect(parseHeartbeat('room-7')).toMatchObject({ room: { field: 'room', name: 'room-7' } });
  expect(parseHeartbeat({ stream })).toMatchObject({ room: { field: 'stream', name: stream } });
  expect(parseHeartbeat(7)).toMatchObject({ kind: 'invalid', field: 'heartbeat' });
});
