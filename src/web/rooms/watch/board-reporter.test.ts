import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { noAnswer, startBoardReporter } from './board-reporter.ts';
import type { BoardAnswer, BoardState } from './report-board.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const seen: BoardState = {
  wardUUIDs: ['00000003-0000-4000-8000-000000000001'],
  isVisible: true,
  isAudible: true,
  wakeLock: 'held',
  soundCheck: null,
};
const wardX = { uuid: seen.wardUUIDs[0] ?? '', displayName: 'Ward X' };
const onlyHere = { ...noAnswer, onlyBoardOf: [wardX] };

/** A board whose server answers what `answer` returns. */
function start(answer: () => Promise<BoardAnswer>) {
  const sent: unknown[] = [];
  const onAnswer = vi.fn();
  let state: BoardState | undefined = seen;
  const send = async (body: BoardState) => {
    sent.push(body);
    return answer();
  };
  const reporter = startBoardReporter({ send, readState: () => state, onAnswer });
  const change = (next: BoardState | undefined) => {
    state = next;
    reporter.onChange();
  };
  return { reporter, sent, onAnswer, change, settle: () => vi.advanceTimersByTimeAsync(0) };
}

test('a board reports itself at once, every 20 s, and when its state has changed', async () => {
  const { sent, change, settle, onAnswer } = start(async () => onlyHere);
  await settle();
  expect(sent).toEqual([seen]);
  expect(onAnswer).toHaveBeenLastCalledWith(onlyHere);
  change(seen);
  await settle();
  expect(sent, 'nothing has changed').toHaveLength(1);
  change({ ...seen, isAudible: false });
  await settle();
  expect(sent.slice(1)).toEqual([{ ...seen, isAudible: false }]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(3);
});

test('a board that stands in for another ward reports every 5 s, and keeps the alerts of that ward while it is not current', async () => {
  const standIn = { ...onlyHere, standInWards: [{ ...wardX, rooms: [] }] };
  const { sent, change, settle, onAnswer } = start(async () => standIn);
  await settle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(3);
  change(undefined);
  expect(onAnswer).toHaveBeenLastCalledWith({ ...noAnswer, standInWards: standIn.standInWards });
});

test('a board that is not current reports nothing until it is, and shows no answer meanwhile', async () => {
  const { sent, change, settle, onAnswer } = start(async () => onlyHere);
  await settle();
  change(undefined);
  expect(onAnswer).toHaveBeenLastCalledWith(noAnswer);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  change({ ...seen });
  await settle();
  expect(sent, 'at once').toHaveLength(2);
  expect(onAnswer).toHaveBeenLastCalledWith(onlyHere);
});

test('a change during a report is reported after it, so that the server keeps the newest state', async () => {
  const first = Promise.withResolvers<BoardAnswer>();
  const { sent, change, settle } = start(() => first.promise);
  await settle();
  change({ ...seen, isVisible: false });
  change(seen);
  await settle();
  expect(sent).toHaveLength(1);
  first.resolve(onlyHere);
  await settle();
  expect(sent.at(-1)).toEqual(seen);
});

test('a report that failed is repeated, and a server that does not know boards is not asked again', async () => {
  const errors = [new Error('no network'), new ApiError(401, 'expired'), new ApiError(404, 'unknown call')];
  const { sent, settle } = start(async () => {
    throw errors[sent.length - 1] ?? new Error('too many reports');
  });
  await settle();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(sent).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(3);
});

test('before a logout the board asks the server again for which wards it is the only one', async () => {
  const answers = [onlyHere, noAnswer];
  const { reporter, settle } = start(async () => answers.shift() ?? onlyHere);
  await settle();
  expect(await reporter.wardsOnlyHere()).toEqual([]);
  expect(await reporter.wardsOnlyHere()).toEqual(['Ward X']);
});

test('before a logout without an answer within two seconds the last answer counts', async () => {
  const answers = [Promise.resolve(onlyHere)];
  const { reporter, settle } = start(() => answers.shift() ?? new Promise(() => {}));
  await settle();
  const wards = reporter.wardsOnlyHere();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await wards).toEqual(['Ward X']);
});

test('a board that is left reports that nobody sees it any more, and then nothing', async () => {
  const { reporter, sent, settle } = start(async () => onlyHere);
  await settle();
  await reporter.leave();
  expect(sent.at(-1)).toEqual({ ...seen, isVisible: false });
  await reporter.leave();
  reporter.onChange();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(2);
});
