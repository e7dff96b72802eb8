import { expect, test } from 'vitest';
import type { Room } from '../../../domain/room.ts';
import { testAlert } from '../../../../tests/support/test-alert.ts';
import { applyChanges, type ShownBoard } from './shown-board.ts';
import { initialBoard } from './state-machine/board-machine.ts';

const room = (uuid: string, revision: number): Room => ({
  uuid,
  displayName: uuid,
  status: 'ACTIVE',
  roomStatus: 0,
  lastNotification: null,
  lastNotificationSent: null,
  revision,
});
const boardOf = (...streams: Room[]) => initialBoard({ asOf: 0, streams }, 0).view;
const shown: ShownBoard = { board: boardOf(room('a', 1)), updates: [room('a', 1)], alertChanges: [], pauseChanges: [] };

test('a frame shows the newest rooms, and announces each room that has changed since the last frame once', () => {
  const newest = boardOf(room('a', 3), room('b', 1));
  const changes = [
    { board: boardOf(room('a', 2)) },
    { updates: [room('a', 2)] },
    { board: newest },
    { updates: [room('a', 3), room('b', 1)] },
  ];
  expect(applyChanges(shown, changes)).toMatchObject({ board: newest, updates: [room('a', 3), room('b', 1)] });
});

test('a frame in which only the connection changes announces nothing', () => {
  const board = boardOf(room('a', 1));
  expect(applyChanges(shown, [{ board }]).updates).toBe(shown.updates);
});

test('a status and the alert that it raised are announced in one frame, with the last state of the alert', () => {
  const [raised, acknowledged] = [testAlert('x'), testAlert('x', { state: 'acknowledged' })];
  const changes = [
    { updates: [room('a', 2)], alertChanges: [] },
    { updates: [], alertChanges: [{ room: room('a', 2), alert: raised }] },
    { updates: [], alertChanges: [{ room: room('a', 2), alert: acknowledged }] },
  ];
  expect(applyChanges(shown, changes)).toMatchObject({
    updates: [room('a', 2)],
    alertChanges: [{ alert: acknowledged }],
  });
  expect(applyChanges(shown, [{ alertChanges: [{ room: room('a', 1), alert: raised }] }]).updates).toEqual([]);
});

test('a frame in which only a pause begins announces it', () => {
  expect(applyChanges(shown, [{ pauseChanges: [room('a', 1)] }])).toMatchObject({
    updates: [],
    pauseChanges: [room('a', 1)],
  });
});
