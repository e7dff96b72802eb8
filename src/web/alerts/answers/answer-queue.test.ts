import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testAlert } from '../../../../tests/support/test-alert.ts';
import type { AlertAnswer, GivenAnswer } from './alert-answer.ts';
import { AnswerQueue, type AnswerResult } from './answer-queue.ts';

const onMyWay: AlertAnswer = { alertUuid: 'x', roomName: 'Room 1', seen: { x: 0 }, action: 'acknowledge' };
const done: AlertAnswer = { ...onMyWay, action: 'resolve', resolution: 'helped' };
const accepted: AnswerResult = { kind: 'accepted', alert: testAlert('x', { state: 'acknowledged' }) };
const unreachable = new Error('Failed to fetch');

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A queue whose server gives these results in order, and repeats the last one. */
function startQueue(results: (AnswerResult | Error)[], stored: readonly GivenAnswer[] = []) {
  let storedAnswers = stored;
  let toneCount = 0;
  const sent: string[] = [];
  const create = () =>
    new AnswerQueue({
      send: async ({ action }) => {
        sent.push(action);
        const result = (results.length > 1 ? results.shift() : results[0]) ?? unreachable;
        if (result instanceof Error) throw result;
        return result;
      },
      readStored: () => storedAnswers,
      store: (answers) => (storedAnswers = answers),
      onGivenUp: () => (toneCount += 1),
    });
  const queue = create();
  queue.start();
  return {
    queue,
    sent,
    storedAnswers: () => storedAnswers,
    toneCount: () => toneCount,
    stateOf: () => queue.state.get().pending.get('x')?.state,
    failureOf: () => queue.state.get().failures.get('x'),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('an acknowledgement is sent at once, its result is shown, and it can be undone for 5 s', async () => {
  const { queue, sent, stateOf } = startQueue([accepted]);
  queue.give(onMyWay);
  expect(stateOf()).toBe('sending');
  await pass(0);
  expect(sent).toEqual(['acknowledge']);
  expect(stateOf()).toBeUndefined();
  expect(queue.state.get().newer.get('x')).toBe(accepted.alert);
  await pass(4_999);
  expect(queue.state.get().undoable.has('x')).toBe(true);
  await pass(1);
  expect(queue.state.get().undoable.has('x')).toBe(false);
  queue.undo(onMyWay);
  await pass(10_000);
  expect(sent).toEqual(['acknowledge']);
});

test('an alert keeps its place on the screen until 5 s after its acknowledgement was accepted, also when that is undone', async () => {
  const { queue } = startQueue([accepted]);
  const isHeld = () => queue.state.get().held.has('x');
  queue.give(onMyWay);
  expect(isHeld()).toBe(true);
  await pass(1_000);
  queue.undo(onMyWay);
  await pass(3_999);
  expect(isHeld()).toBe(true);
  await pass(1);
  expect(isHeld()).toBe(false);
  queue.give(done);
  await pass(60_000);
  expect(isHeld(), 'the entry of an answered alert has its place behind the unanswered ones').toBe(false);
});

test('undoing an acknowledgement withdraws it, and a withdrawal cannot be undone', async () => {
  const { queue, sent } = startQueue([accepted]);
  queue.give(onMyWay);
  await pass(1_000);
  queue.undo(onMyWay);
  await pass(0);
  expect(sent).toEqual(['acknowledge', 'withdraw']);
  expect(queue.state.get().undoable.size).toBe(0);
});

test('the answer "done" is sent after 5 s, and not at all when the user undoes it', async () => {
  const { queue, sent, stateOf } = startQueue([accepted]);
  queue.give(done);
  expect(stateOf()).toBe('undoable');
  await pass(4_999);
  queue.undo(done);
  await pass(60_000);
  expect(sent).toEqual([]);
  queue.give(done);
  await pass(5_000);
  expect(sent).toEqual(['resolve']);
});

test('the answer "done" is sent at once when the user leaves the board', async () => {
  const { queue, sent } = startQueue([accepted]);
  queue.give(done);
  await pass(100);
  queue.sendUndoable();
  await pass(0);
  expect(sent).toEqual(['resolve']);
});

test('a logout sends "done" and unsent answers at once, and waits until the server has them', async () => {
  const { queue, sent } = startQueue([unreachable, unreachable, accepted]);
  queue.give({ ...onMyWay, alertUuid: 'y' });
  await pass(100);
  queue.give(done);
  let hasSentAll = false;
  void queue.sendAll().then(() => (hasSentAll = true));
  await pass(0);
  expect(sent).toEqual(['acknowledge', 'resolve', 'acknowledge']);
  expect(hasSentAll).toBe(false);
  await pass(2_000);
  expect(sent).toEqual(['acknowledge', 'resolve', 'acknowledge', 'resolve']);
  expect(hasSentAll).toBe(true);
});

test('a logout waits for 3 s while the server cannot be reached', async () => {
  const { queue } = startQueue([unreachable]);
  queue.give(onMyWay);
  let hasSentAll = false;
  void queue.sendAll().then(() => (hasSentAll = true));
  await pass(2_999);
  expect(hasSentAll).toBe(false);
  await pass(1);
  expect(hasSentAll).toBe(true);
});

test('after the session has ended no answer is sent, and none is stored for the next user', async () => {
  const { queue, sent, storedAnswers } = startQueue([unreachable]);
  queue.give(done);
  queue.stop();
  const before = storedAnswers();
  queue.sendUndoable();
  await pass(60_000);
  expect(sent).toEqual([]);
  expect(storedAnswers()).toBe(before);
});

test('an answer that fails is shown as not sent, repeated every 2 s, and at once when the connection is back', async () => {
  const { queue, sent, stateOf } = startQueue([unreachable, unreachable, accepted]);
  queue.give(onMyWay);
  await pass(1_999);
  expect([sent.length, stateOf()]).toEqual([1, 'unsent']);
  await pass(1);
  expect(sent).toHaveLength(2);
  queue.retryNow();
  await pass(0);
  expect([sent.length, stateOf()]).toEqual([3, undefined]);
});

test('an answer that could not be sent for 30 s is given up, and the failure stays until the next answer', async () => {
  const { queue, sent, stateOf, failureOf, toneCount } = startQueue([unreachable]);
  queue.give(onMyWay);
  await pass(29_900);
  expect(stateOf()).toBe('unsent');
  await pass(2_000);
  expect(stateOf()).toBeUndefined();
  expect(failureOf()).toMatchObject({ kind: 'unsent', answer: onMyWay });
  expect(toneCount(), 'a tone for somebody who has left the board').toBe(1);
  const count = sent.length;
  await pass(60_000);
  expect(sent).toHaveLength(count);
  queue.give(onMyWay);
  expect(failureOf()).toBeUndefined();
});

test('an answer is given up after 30 s although the clock of the computer is set back, and at once after the computer slept for long', async () => {
  for (const clockChangeMs of [-3_600_000, 3_600_000]) {
    const { queue, sent, stateOf, failureOf } = startQueue([unreachable]);
    queue.give(onMyWay);
    await pass(1_000);
    vi.setSystemTime(Date.now() + clockChangeMs);
    await pass(clockChangeMs > 0 ? 1_000 : 29_000);
    expect(stateOf()).toBeUndefined();
    expect(failureOf()).toMatchObject({ kind: 'unsent' });
    expect(sent).toHaveLength(clockChangeMs > 0 ? 1 : 15);
  }
});

test('an undoable "done" is sent at most 5 s after a reload, even if the clock was set back', async () => {
  const { sent } = startQueue([accepted], [{ ...done, givenAt: Date.now() + 3_600_000 }]);
  await pass(5_000);
  expect(sent).toEqual(['resolve']);
});

test('an answer that comes too late shows the present state of its alert for 10 s, and a refused answer is dropped', async () => {
  const alert = testAlert('x', { state: 'attended' });
  const { queue, failureOf } = startQueue([{ kind: 'conflict', alert }, { kind: 'refused' }]);
  queue.give(onMyWay);
  await pass(0);
  expect(failureOf()).toMatchObject({ kind: 'conflict', alert });
  expect(queue.state.get()).toMatchObject({ newer: new Map([['x', alert]]) });
  expect(queue.state.get().undoable.size).toBe(0);
  await pass(10_000);
  expect(failureOf()).toBeUndefined();
  queue.give(onMyWay);
  await pass(0);
  expect(failureOf()).toMatchObject({ kind: 'unsent' });
});

test('an answer survives a reload of the page, unless it is too old to be sent', async () => {
  const before = startQueue([unreachable]);
  before.queue.give(onMyWay);
  await pass(1_000);
  before.queue.stop();
  const after = startQueue([accepted], before.storedAnswers());
  await pass(0);
  expect(after.sent).toEqual(['acknowledge']);
  const late = startQueue([accepted], [{ ...onMyWay, givenAt: Date.now() - 30_000 }]);
  await pass(0);
  expect(late.sent).toEqual([]);
  expect(late.failureOf()).toMatchObject({ kind: 'unsent' });
});

test('the message about a dropped answer survives a reload of the page until the user closes it', async () => {
  const before = startQueue([unreachable]);
  before.queue.give(onMyWay);
  await pass(31_000);
  const after = startQueue([unreachable], before.storedAnswers());
  await pass(60_000);
  expect(after.failureOf()).toMatchObject({ kind: 'unsent', answer: onMyWay });
  after.queue.state.clearFailures();
  expect(after.storedAnswers()).toEqual([]);
  expect(after.sent, 'it is not sent again').toEqual([]);
});

test('the board tells the user that the room fell again when it drops an answer or the server refuses it', async () => {
  const again = testAlert('x', { state: 'raised', raisedAgainCount: 1 });
  const dropped = startQueue([accepted]);
  dropped.queue.give(done);
  dropped.queue.dropUnseen([again]);
  const refused = startQueue([{ kind: 'conflict', alert: again }]);
  refused.queue.give(onMyWay);
  await pass(0);
  for (const { failureOf } of [dropped, refused]) expect(failureOf()).toMatchObject({ kind: 'again', alert: again });
});

test('"done" is dropped when the room falls again before it is sent, also after a reload', async () => {
  const again = testAlert('x', { state: 'raised', raisedAgainCount: 1 });
  const held = startQueue([accepted]);
  held.queue.give(done);
  const unsent = startQueue([unreachable]);
  unsent.queue.give(done);
  await pass(3_000);
  const reloaded = startQueue([accepted], held.storedAnswers());
  for (const { queue } of [held, reloaded]) queue.dropUnseen([again]);
  await pass(3_000);
  const attempts = unsent.sent.length;
  unsent.queue.dropUnseen([again]);
  await pass(60_000);
  expect([held.sent, reloaded.sent, unsent.sent.length]).toEqual([[], [], attempts]);
});

test('"repaired" is sent although the sensor, which its user tries at once, reports before that', async () => {
  const { queue, sent } = startQueue([accepted]);
  queue.give({ ...done, resolution: 'repaired' });
  queue.dropUnseen([testAlert('x', { state: 'acknowledged', isFault: true, raisedAgainCount: 1 })]);
  await pass(5_000);
  expect(sent).toEqual(['resolve']);
});

test('an answer is kept if its user saw the present state of the alert, and a withdrawal is always kept', async () => {
  const { queue, stateOf } = startQueue([unreachable]);
  queue.give({ ...done, seen: { x: 1 } });
  queue.dropUnseen([testAlert('x', { state: 'raised', raisedAgainCount: 1 }), testAlert('other')]);
  expect(stateOf()).toBe('undoable');
  queue.give({ ...onMyWay, action: 'withdraw' });
  queue.dropUnseen([testAlert('x', { state: 'raised', raisedAgainCount: 1 })]);
  expect(stateOf()).toBe('sending');
});

test('the alert state from a response to an answer is dropped after 20 s, because the live event has arrived by then', async () => {
  const { queue } = startQueue([accepted]);
  queue.give(onMyWay);
  await pass(19_999);
  expect(queue.state.get().newer.size).toBe(1);
  await pass(1);
  expect(queue.state.get().newer.size).toBe(0);
});
