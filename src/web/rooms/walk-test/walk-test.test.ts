import { expect, test } from 'vitest';
import { testStream } from '../../../../tests/support/test-stream.ts';
import { testersOf, testedAtText } from './record-texts.ts';
import { doneCount, finishRoom, newWalkTest, nextRoom, receiveReports, startRoom } from './walk-test.ts';

const [a, b] = [testStream('a'), testStream('b')];
const offline = testStream('a', { roomStatus: 12, lastNotification: 12 });
const reported = testStream('a', { roomStatus: 3, lastNotificationSent: '2026-01-15T03:20:00.000Z' });
const begun = newWalkTest(1_000);
const started = startRoom(begun, a, 2_000);

test('the first report of the tested room counts, with the time since the start', () => {
  const received = receiveReports(started, [b, { ...a, roomStatus: 3 }], 14_000);
  expect(received.current).toEqual({ roomUuid: 'a', startedAt: 2_000, report: { status: 3, afterMs: 12_000 } });
  expect(receiveReports(received, [{ ...a, roomStatus: 4 }], 20_000)).toBe(received);
});

test('reports of other rooms, and reports before the start, do not count', () => {
  expect(receiveReports(started, [b], 3_000)).toBe(started);
  expect(receiveReports(begun, [a], 3_000)).toBe(begun);
});

test('the test goes on with the next room without a result, and ends when each room has one', () => {
  expect(nextRoom(begun, [a, b])).toBe(a);
  const first = finishRoom(started, a, { result: 'failed', note: '', by: null, now: 3_000 });
  expect(nextRoom(first, [a, b])).toBe(b);
  expect(nextRoom(startRoom(first, a, 4_000), [a, b]), 'a room can be tested again').toBe(a);
  const second = finishRoom(first, b, { result: 'skipped', note: '', by: null, now: 5_000 });
  expect(nextRoom(second, [a, b])).toBeUndefined();
});

test('a second test of a room replaces its first result, with the note of the installer', () => {
  const failed = finishRoom(started, a, { result: 'failed', note: ' ', by: null, now: 3_000 });
  const again = receiveReports(startRoom(failed, a, 10_000), [{ ...a, roomStatus: 1 }], 12_500);
  const received = finishRoom(again, a, { result: 'received', note: ' bed turned ', by: 'Marc', now: 13_000 });
  const report = { status: 1, afterMs: 2_500 };
  expect(received).toMatchObject({
    current: null,
    rooms: [{ roomUuid: 'a', roomName: 'a', result: 'received', report, note: 'bed turned', by: 'Marc', at: 13_000 }],
  });
});

test('a room that goes offline during its test has not reported', () => {
  const waiting = receiveReports(started, [offline], 3_000);
  expect(waiting.current?.report).toBeNull();
  expect(receiveReports(waiting, [reported], 4_000).current?.report).toEqual({ status: 3, afterMs: 2_000 });
});

test('a room that only comes back has not reported, also when it was unreachable before its test', () => {
  const before = startRoom(begun, offline, 2_000);
  for (const unreachable of [before, receiveReports(started, [offline], 3_000)]) {
    const back = receiveReports(unreachable, [{ ...offline, roomStatus: 5 }], 4_000);
    expect(back.current?.report).toBeNull();
    expect(receiveReports(back, [reported], 5_000).current?.report).toMatchObject({ status: 3 });
    expect(receiveReports(unreachable, [reported], 5_000).current?.report).toMatchObject({ status: 3 });
  }
});

test('the progress leaves out a tested room that was removed from the ward', () => {
  const first = finishRoom(started, a, { result: 'skipped', note: '', by: null, now: 3_000 });
  expect([doneCount(begun, [a, b]), doneCount(first, [a, b]), doneCount(first, [b])]).toEqual([0, 1, 0]);
});

test('the record names those who tested the rooms, each once', () => {
  const tested = ['Marc', null, 'Nora', 'Marc'].map((by, index) => ({ room: testStream(`${index}`), by }));
  const record = tested.reduce(
    (before, { room, by }) => finishRoom(before, room, { result: 'received', note: '', by, now: 3_000 }),
    begun,
  );
  expect(testersOf(record)).toEqual(['Marc', 'Nora']);
});

test('a room that was tested on another day than the walk test was started has the day beside its time', () => {
  const startedAt = new Date(2026, 10, 21, 23, 50).getTime();
  expect(testedAtText(startedAt + 60_000, startedAt, 'en')).toBe('23:51:00');
  expect(testedAtText(startedAt + 3_600_000, startedAt, 'en')).toBe('22 Nov, 00:50:00');
  expect(testedAtText(startedAt + 3_600_000, startedAt, 'de')).toBe('22. Nov., 00:50:00');
});
