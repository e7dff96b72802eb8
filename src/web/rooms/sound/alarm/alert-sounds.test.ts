/** From the live updates to the loudspeaker: what staff hear of alerts. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAudibleBoard } from '../../../../../tests/support/board/audible-board.ts';
import { testAlert } from '../../../../../tests/support/test-alert.ts';
import { testStream } from '../../../../../tests/support/test-stream.ts';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import { writeVolume } from '../volume/volume.ts';

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const rooms = Array.from({ length: 23 }, (_none, index) => testStream(uuidOf(index)));
const [manDown, outOfBed, inBed, cameraUnreachable] = [1, 3, 5, 12];

let board: Awaited<ReturnType<typeof openAudibleBoard>>;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-15T12:00:00Z') });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  board = await openAudibleBoard(rooms);
});
afterEach(() => {
  board.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A report that raises an alert, as the server sends it. */
function raise(room: number, status: number, priority: ShownAlert['priority']): void {
  board.server.report(uuidOf(room), status, [alertOf(room, { status, priority })]);
}

function alertOf(room: number, change: Partial<ShownAlert>): ShownAlert {
  return testAlert(uuidOf(1_000 + room), { since: new Date().toISOString(), ...change });
}

test('[LIVE-2] [PROD-3] a medium alert 2 s after another alarm sounds at once, also if it is over before its alarm is due', async () => {
  raise(1, outOfBed, 'medium');
  await board.pass(2);
  raise(2, outOfBed, 'medium');
  await board.pass(1);
  board.server.alert(uuidOf(1), []);
  board.server.alert(uuidOf(2), []);
  await board.pass(60);
  expect(board.sounds()).toEqual(['0 medium', '2 chime']);
});

test('[LIVE-2] an update whose alarm sounds at once has no other sound, and one without an alert has the chime', async () => {
  raise(1, manDown, 'high');
  board.server.report(uuidOf(2), inBed);
  await board.pass(3);
  expect(board.sounds()).toEqual(['0 high', '0 chime']);
});

test('a dead camera sounds once with the technical pattern instead of the chime, and again every 15 minutes until somebody answers', async () => {
  raise(1, cameraUnreachable, 'technical');
  await board.pass(16 * 60);
  expect(board.sounds()).toEqual(['0 technical', '900 technical']);
  board.server.alert(uuidOf(1), [alertOf(1, { status: 12, priority: 'technical', state: 'acknowledged' })]);
  await board.pass(60 * 60);
  expect(board.sounds()).toHaveLength(2);
});

test('the alarm of a dead camera goes on where it was when the page loads again', async () => {
  raise(1, cameraUnreachable, 'technical');
  await board.pass(60);
  board.reload();
  await board.pass(14 * 60 + 5);
  expect(board.sounds()).toEqual(['0 technical', '900 technical']);
});

test('23 cameras that die together make one sound, and one a minute later if they are reported one after the other', async () => {
  for (const index of rooms.keys()) raise(index, cameraUnreachable, 'technical');
  await board.pass(120);
  expect(board.sounds()).toEqual(['0 technical']);
  for (const index of rooms.keys()) board.server.alert(uuidOf(index), []);
  for (const index of rooms.keys()) {
    raise(index, cameraUnreachable, 'technical');
    await board.pass(1);
  }
  await board.pass(120);
  expect(board.sounds().slice(1)).toEqual(['120 technical', '180 technical']);
});

test('a board that is touched after its server was killed is silent for 10 minutes, and then sounds again', async () => {
  board.server.kill();
  await board.pass(60);
  const before = board.sounds().length;
  board.touch();
  await board.pass(599);
  expect(board.sounds()).toHaveLength(before);
  await board.pass(12);
  expect(board.sounds().slice(before)).toEqual(['660 technical', '670 technical']);
});

test('an alarm goes on every 10 s when the clock of the device is set back by an hour', async () => {
  raise(1, manDown, 'high');
  await board.pass(5);
  vi.setSystemTime(Date.now() - 3_600_000);
  const before = board.sounds().length;
  await board.pass(30);
  expect(board.sounds().length - before).toBeGreaterThanOrEqual(3);
});

test('a lost board is never quieter than 60 %, whatever the volume is set to', async () => {
  writeVolume(localStorage, { day: 0.2, night: 0.2, nightFrom: 21, nightUntil: 7 });
  board.server.kill();
  await board.pass(10);
  expect(board.volumes()).toEqual([0.6]);
});
