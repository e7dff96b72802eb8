import { expect, test } from 'vitest';
import { testStream } from '../../../tests/support/test-stream.ts';
import { finishRoom, newWalkTest, nextRoom, receiveReports, startRoom } from './walk-test.ts';

const [a, b] = [testStream('a'), testStream('b')];
const offline = testStream('a', { roomStatus: 12, lastNotification: 12 });
const reported = testStream('a', { roomStatus: 3, lastNotificationSent: '2026-01-15T03:20:00.000Z' });
const newTest = newWalkTest(1_000);
const started = startRoom(newTest, a, 2_000);

test('a walk test records the first report of the tested room with the time since the start', () => {
  const received = receiveReports(started, [b, { ...a, roomStatus: 3 }], 14_000);
  expect(received.current).toMatchObject({ roomUuid: 'a', startedAt: 2_000, report: { status: 3, afterMs: 12_000 } });
  expect(receiveReports(received, [{ ...a, roomStatus: 4 }], 20_000)).toBe(received);
});

test('a walk test ignores reports of other rooms and reports before the start', () => {
  expect(receiveReports(started, [b], 3_000)).toBe(started);
  expect(receiveReports(newTest, [a], 3_000)).toBe(newTest);
});

test('a walk test continues with the next room without a result, and ends when each room has one', () => {
  expect(nextRoom(newTest, [a, b])).toBe(a);
  const first = finishRoom(started, a, { result: 'failed', note: '', by: null, now: 3_000 });
  expect(nextRoom(first, [a, b])).toBe(b);
  expect(nextRoom(startRoom(first, a, 4_000), [a, b]), 'a room can be tested again').toBe(a);
  const second = finishRoom(first, b, { result: 'skipped', note: '', by: null, now: 5_000 });
  expect(nextRoom(second, [a, b])).toBeUndefined();
});

test('testing a room a second time replaces its first result', () => {
  const failed = finishRoom(started, a, { result: 'failed', note: ' ', by: null, now: 3_000 });
  const again = receiveReports(startRoom(failed, a, 10_000), [{ ...a, roomStatus: 1 }], 12_500);
  const received = finishRoom(again, a, { result: 'received', note: ' bed turned ', by: 'Marc', now: 13_000 });
  const report = { status: 1, afterMs: 2_500 };
  expect(received).toMatchObject({
    current: null,
    rooms: [{ roomUuid: 'a', roomName: 'a', result: 'received', report, note: 'bed turned', by: 'Marc', at: 13_000 }],
  });
});

test('a room that goes offline during its walk test does not count as having reported', () => {
  const waiting = receiveReports(started, [offline], 3_000);
  expect(waiting.current?.report).toBeNull();
  expect(receiveReports(waiting, [reported], 4_000).current?.report).toEqual({ status: 3, afterMs: 2_000 });
});

test('a room that only comes back online during its walk test does not count as having reported', () => {
  const before = startRoom(newTest, offline, 2_000);
  for (const unreachable of [before, receiveReports(started, [offline], 3_000)]) {
    const back = receiveReports(unreachable, [{ ...offline, roomStatus: 5 }], 4_000);
    expect(back.current?.report).toBeNull();
    expect(receiveReports(back, [reported], 5_000).current?.report).toMatchObject({ status: 3 });
    expect(receiveReports(unreachable, [reported], 5_000).current?.report).toMatchObject({ status: 3 });
  }
});
