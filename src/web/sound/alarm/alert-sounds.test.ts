/** Tests what staff hear of alerts: live updates in, played sounds out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAudibleBoard } from '../../../../tests/support/board/audible-board.ts';
import { testAlert } from '../../../../tests/support/test-alert.ts';
import { testStream } from '../../../../tests/support/test-stream.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
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

/** A live update with a report that raises an alert. */
function raise(room: number, status: number, priority: ShownAlert['priority']): void {
  board.server.report(uuidOf(room), status, [alertOf(room, { status, priority })]);
}

function alertOf(room: number, change: Partial<ShownAlert>): ShownAlert {
  return testAlert(uuidOf(1_000 + room), { since: new Date().toISOString(), ...change });
}

test('[LIVE-2] [PROD-3] a medium alert 2 s after another alarm plays the chime at once, also if it ends before its alarm is due', async () => {
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

test('[LIVE-2] 20 notifications a second play the chime once a second, and a chime follows the last notification', async () => {
  for (let index = 0; index < 30; index += 1) {
    board.server.report(uuidOf(2), index % 2 === 0 ? inBed : 6);
    await board.pass(0.05);
  }
  await board.pass(60);
  expect(board.sounds()).toEqual(['0 chime', '1 chime', '2 chime']);
});

test('the alarm of a dead camera sounds once with the technical pattern instead of the chime, and again every 15 minutes until somebody answers', async () => {
  raise(1, cameraUnreachable, 'technical');
  await board.pass(16 * 60);
  expect(board.sounds()).toEqual(['0 technical', '900 technical']);
  board.server.alert(uuidOf(1), [alertOf(1, { status: 12, priority: 'technical', state: 'acknowledged' })]);
  await board.pass(60 * 60);
  expect(board.sounds()).toHaveLength(2);
});

test('the alarm of a dead camera continues after a reload of the page', async () => {
  raise(1, cameraUnreachable, 'technical');
  await board.pass(60);
  board.reload();
  await board.pass(14 * 60 + 5);
  expect(board.sounds()).toEqual(['0 technical', '900 technical']);
});

test('a board that lost its connection is never quieter than 60 %, whatever the volume setting', async () => {
  writeVolume(localStorage, { day: 0.2, night: 0.2 });
  board.server.kill();
  await board.pass(10);
  expect(board.volumes()).toEqual([0.6]);
});

test('a fall that was answered while the ward was not shown makes no sound when the ward is opened again', async () => {
  raise(1, manDown, 'high');
  await board.pass(1);
  board.leaveWard();
  board.server.alert(uuidOf(1), []);
  await board.pass(600);
  board.reload();
  await board.pass(60);
  expect(board.sounds()).toEqual(['0 high']);
});

test.each([
  ['at once when the server confirms it', () => undefined, 602],
  ['at once when the server cannot be reached', () => board.server.kill(), 602],
  ['after 2.5 s when nothing answers', () => board.server.silence(), 605],
])('a fall that is still open when its ward is opened again sounds %s', async (_case, change, second) => {
  raise(1, manDown, 'high');
  await board.pass(2);
  board.leaveWard();
  change();
  await board.pass(600);
  board.reload();
  await board.pass(3);
  expect(board.sounds().slice(0, 2)).toEqual(['0 high', `${second} high`]);
});

test('a fall that happens while its ward is opened again sounds at once, and an older one 2.5 s later', async () => {
  raise(1, outOfBed, 'medium');
  await board.pass(2);
  board.leaveWard();
  board.server.slowList();
  await board.pass(600);
  board.reload();
  await board.pass(1);
  raise(2, manDown, 'high');
  await board.pass(0.5);
  expect(board.sounds()).toEqual(['0 medium', '603 high']);
  board.server.alert(uuidOf(2), []);
  await board.pass(10);
  expect(board.sounds()).toEqual(['0 medium', '603 high', '605 medium']);
});
