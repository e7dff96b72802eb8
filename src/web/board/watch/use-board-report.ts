/** Reports to the server which wards this board shows, and whether staff can see and hear it. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../api/api-client.tsx';
import { useConnectionState } from '../../api/connection-state.ts';
import { clockOffsetMs } from '../../api/server-clock.ts';
import { createResponseReader } from '../../live/notices.ts';
import { type BoardResponse, type BoardState, reportBoardEndpoint } from '../../live/report-board.ts';
import { useStore } from '../../shared/create-store.ts';
import { audioState } from '../../sound/audio-output.ts';
import { setShiftStart, useSoundCheck } from '../../sound/check/sound-check.ts';
import { wakeLockStore } from '../../sound/wake-lock.ts';
import { sendWithBoardUuid } from './board-uuid.ts';

/** The report interval. Without a report for more than twice this time, the server counts a board as closed. */
const intervalMs = 20_000;
/** The report interval while the board stands in for other wards, because the responses contain their falls. */
const standInIntervalMs = 5_000;
/** How long a logout waits for the response of the server. */
const logoutReportTimeoutMs = 2_000;

const noAnswer: BoardResponse = { unwatchedWards: [], standInWards: [], onlyBoardOf: [] };

/** Reports the board to the server at once when its state has changed, and in intervals. */
export function useBoardReport(wardUuids: readonly string[]) {
  const { call } = useApi();
  const [hasLeft, setHasLeft] = useState(false);
  const state = useBoardState(wardUuids);
  const report = async (body: BoardState, signal: AbortSignal): Promise<BoardResponse> => {
    const readResponse = createResponseReader();
    const options = { body, signal, maxAttempts: 1 };
    const response = await sendWithBoardUuid((id) => call(reportBoardEndpoint, { params: { id }, ...options }));
    readResponse(response);
    return response;
  };
  // Not the data of the query, which has none when the first report of a new state fails.
  const [answer, setAnswer] = useState(noAnswer);
  useQuery({
    queryKey: ['board', state],
    queryFn: async ({ signal }) => {
      if (state !== undefined) setAnswer(await report(state, signal));
      return null;
    },
    enabled: state !== undefined && !hasLeft,
    // A refused report is repeated too, because a proxy may answer it while it reloads.
    refetchInterval: answer.standInWards.length > 0 ? standInIntervalMs : intervalMs,
    gcTime: 0,
  });

  const shiftFrom = answer.shiftFrom;
  useEffect(() => {
    if (shiftFrom !== undefined) setShiftStart(Date.parse(shiftFrom) - clockOffsetMs());
  }, [shiftFrom]);

  async function leave(): Promise<void> {
    if (state === undefined || hasLeft) return;
    setHasLeft(true);
    const signal = AbortSignal.timeout(logoutReportTimeoutMs);
    await report({ ...state, isVisible: false }, signal).catch(() => undefined);
  }
  const leaveAtEnd = useEffectEvent(leave);
  useEffect(() => () => void leaveAtEnd(), []);
  return {
    // While the rooms are not current, the last response may be out of date. Only its alerts of other wards stay, like
    // the alerts of the board's own wards.
    answer: state === undefined ? { ...noAnswer, standInWards: answer.standInWards } : answer,
    /** Returns the names of the wards that no other board shows, after a failure those of the last response. */
    wardsOnlyHere: async (): Promise<readonly string[]> => {
      const signal = AbortSignal.timeout(logoutReportTimeoutMs);
      const latest = state === undefined ? answer : await report(state, signal).catch(() => answer);
      return latest.onlyBoardOf.map(({ displayName }) => displayName);
    },
    /** Reports that nobody can see the board any more. Further calls have no effect. */
    leave,
  };
}

/** The state that the board reports. Undefined: its rooms are not current, so that staff cannot rely on the board. */
function useBoardState(wardUuids: readonly string[]): BoardState | undefined {
  const { kind } = useConnectionState();
  const isAudible = useStore(audioState) === 'running';
  const lock = useStore(wakeLockStore) ?? 'refused';
  const check = useSoundCheck();
  const isVisible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
  if (kind !== 'live' && kind !== 'polled') return undefined;
  const soundCheck =
    check === undefined ? null : { at: new Date(check.at + clockOffsetMs()).toISOString(), isHeard: check.isHeard };
  return { wardUUIDs: [...wardUuids], isVisible, isAudible, wakeLock: lock, soundCheck };
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
