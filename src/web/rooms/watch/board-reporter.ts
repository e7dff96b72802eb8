/** Reports to the server what this board shows, and whether staff can see and hear it. */
import { ApiError } from '../../api/api-error.ts';
import type { BoardAnswer, BoardState } from './report-board.ts';

/** Less than half of the time after which the server takes a board for gone. */
const intervalMs = 20_000;
/** While the board stands in for other wards, it learns of their falls by its reports. */
const standInIntervalMs = 5_000;
/** Staff who want to log out do not wait longer for the answer. */
const askTimeoutMs = 2_000;

export const noAnswer: BoardAnswer = { unwatchedWards: [], standInWards: [], onlyBoardOf: [] };

interface BoardReporterOptions {
  readonly send: (state: BoardState, signal: AbortSignal) => Promise<BoardAnswer>;
  /** Undefined: the rooms of the board are not current, so nobody can rely on it. */
  readonly readState: () => BoardState | undefined;
  readonly onAnswer: (answer: BoardAnswer) => void;
}

/** Reports at once, when the state has changed, and every 20 s, or 5 s while the board stands in for other wards. */
export function startBoardReporter({ send, readState, onAnswer }: BoardReporterOptions) {
  const stopping = new AbortController();
  let reported = '';
  let last = noAnswer;
  let isRefused = false;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function reportNow(): Promise<void> {
    const state = readState();
    if (state === undefined || isRefused || stopping.signal.aborted) return;
    reported = JSON.stringify(state);
    try {
      const answer = await send(state, stopping.signal);
      if (!stopping.signal.aborted) onAnswer((last = answer));
    } catch (error) {
      // A server that implements only the specification does not know boards.
      isRefused = error instanceof ApiError && error.status === 404;
      reported = '';
    }
  }

  /** One report follows the other, so that the server keeps the newest. */
  function report(): Promise<void> {
    const before = running ?? Promise.resolve();
    const next = before.then(reportNow).then(scheduleNext);
    running = next;
    return next;
  }

  function scheduleNext(): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => void report(), last.standInWards.length > 0 ? standInIntervalMs : intervalMs);
  }

  function onChange(): void {
    const state = readState();
    if (state === undefined) {
      // What the server has told may be wrong by now. It is asked again when the board is current. The alerts of other
      // wards stay, as those of the own wards do.
      reported = '';
      return onAnswer({ ...noAnswer, standInWards: last.standInWards });
    }
    if (JSON.stringify(state) !== reported) void report();
  }

  /** Reports that nobody sees the board any more. The first call counts. */
  async function leave(): Promise<void> {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    stopping.abort();
    const state = readState();
    if (state === undefined || isRefused) return;
    await send({ ...state, isVisible: false }, AbortSignal.timeout(askTimeoutMs)).catch(() => undefined);
  }

  onChange();
  scheduleNext();
  return {
    /** To be called when the state may have changed. */
    onChange,
    /** The names of the wards of which this is the only board. After a failure the last answer counts. */
    wardsOnlyHere: async (): Promise<readonly string[]> => {
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const waiting = setTimeout(resolve, askTimeoutMs);
      await Promise.race([report(), timeout]);
      clearTimeout(waiting);
      return last.onlyBoardOf.map(({ displayName }) => displayName);
    },
    leave,
  };
}
