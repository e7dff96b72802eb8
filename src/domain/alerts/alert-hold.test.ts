import { expect, test } from 'vitest';
import { ingest } from '../ingest/ingest.ts';
import { ingestRulesOf } from '../ingest/ingest-rules.ts';
import { createAlert } from './alert.ts';
import { disconnect, fresh, now, report } from '../../../tests/support/ingest-state.ts';
import {
  applyAnswerToHold,
  applyMessageToHold,
  applyNotificationToHold,
  isHeldBack,
  emptyHold,
  startPause,
} from './alert-hold.ts';

const [fall, outOfBed, wander, unreachable, staffEntering, staffLeaving] = [1, 3, 13, 12, 11, 24];
const minute = 60_000;
const nurse = { kind: 'user', subject: 'anna', displayName: 'Anna' } as const;
const after = (status: number, hold = emptyHold) => applyMessageToHold(hold, report(fresh, status), now);

test('while staff are in the room its getting-up alerts are held back, for an hour at most', () => {
  const hold = after(staffEntering);
  expect(isHeldBack(hold, outOfBed, 'medium', now + 59 * minute)).toBe(true);
  expect(isHeldBack(hold, outOfBed, 'medium', now + 60 * minute)).toBe(false);
  expect(isHeldBack(after(staffLeaving, hold), outOfBed, 'medium', now)).toBe(false);
});

test('a camera that reports staff again after a failure does not start a new hour of held-back alerts', () => {
  const offline = disconnect(report(fresh, staffEntering).state, now + minute);
  const back = ingest(offline, { kind: 'heartbeat', streamUUID: 'room' }, ingestRulesOf('camera'), now + 2 * minute);
  expect(back.state.roomStatus).toBe(staffEntering);
  expect(applyMessageToHold(emptyHold, back, now + 2 * minute)).toEqual(emptyHold);
});

test('while staff are in the room its falls, other alerts and technical alerts are not held back', () => {
  const hold = after(staffEntering);
  expect(isHeldBack(hold, fall, 'high', now)).toBe(false);
  expect(isHeldBack(hold, outOfBed, 'high', now)).toBe(false);
  expect(isHeldBack(hold, wander, 'medium', now)).toBe(false);
  expect(isHeldBack(hold, unreachable, 'technical', now)).toBe(false);
});

test('a pause holds back alerts of medium priority only, and ends by itself', () => {
  const hold = startPause(emptyHold, 15, nurse, now);
  expect(hold.pause).toEqual({ by: nurse, since: now, until: now + 15 * minute });
  expect(isHeldBack(hold, wander, 'medium', now + 15 * minute - 1)).toBe(true);
  expect(isHeldBack(hold, fall, 'high', now)).toBe(false);
  expect(isHeldBack(hold, unreachable, 'technical', now)).toBe(false);
  expect(isHeldBack(hold, wander, 'medium', now + 15 * minute)).toBe(false);
});

test('a pause lasts at most an hour, and none is in effect after the clock was set back', () => {
  const hold = startPause(emptyHold, 600, nurse, now);
  expect(hold.pause?.until).toBe(now + 60 * minute);
  expect(isHeldBack(hold, wander, 'medium', now - minute)).toBe(false);
});

test('resolving a drill does not hold back a real alert of the same status', () => {
  const hold = applyNotificationToHold(emptyHold, fall);
  const rule = { priority: 'high', latches: true, raisedAt: now, now } as const;
  const resolved = {
    ...createAlert({ uuid: 'a', streamUUID: 'room', status: fall, startedAt: now, ...rule }),
    state: 'resolved',
  } as const;
  const answered = (isTest: boolean) =>
    applyAnswerToHold(hold, { event: 'resolved', alert: { ...resolved, isTest } }, now);
  expect(answered(true)).toEqual(hold);
  expect(answered(false).continuing).toEqual([{ status: fall, answeredAt: now }]);
});
