import { useEffect, useRef, useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Room } from '../../../domain/room.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { isFinal } from '../../api/api-error.ts';
import { giveUpAfterMs } from '../alerts/answers/alert-answer.ts';
import { sendRepeatedly } from '../sending/send-repeatedly.ts';

/** What staff do to the alerts of a room as a whole. */
export type RoomAction =
  | { readonly kind: 'pause'; readonly minutes: number }
  | { readonly kind: 'resume' }
  | { readonly kind: 'drill' };

interface RoomCall {
  readonly room: Pick<Room, 'uuid' | 'displayName'>;
  readonly action: RoomAction;
}

/** `unsent`: an attempt has failed, and the next one follows. */
interface PendingCall extends RoomCall {
  readonly state: 'sending' | 'unsent';
}

/** A call that did not count. `unsent`: the server could not be reached. */
export interface FailedCall extends RoomCall {
  readonly reason: 'unsent' | 'refused';
}

export interface RoomCalls {
  readonly pending: PendingCall | undefined;
  readonly failed: FailedCall | undefined;
  readonly start: (room: Room, action: RoomAction) => void;
  readonly closeFailure: () => void;
}

/**
 * Sends one call at a time, and repeats it like an answer to an alert. A call is forgotten when the page is left: a room
 * that is not paused raises its alerts. `onDone` is called when the server has accepted a call.
 */
export function useRoomCalls(onDone: () => void): RoomCalls {
  const api = useApi();
  const [pending, setPending] = useState<PendingCall>();
  const [failed, setFailed] = useState<FailedCall>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  async function run(call: RoomCall, signal: AbortSignal): Promise<void> {
    setFailed(undefined);
    setPending({ ...call, state: 'sending' });
    const reason = await send(api, call, signal, () => setPending({ ...call, state: 'unsent' }));
    setPending(undefined);
    if (reason === undefined) onDone();
    else setFailed({ ...call, reason });
  }

  return {
    pending,
    failed,
    start: (room, action) => {
      if (pending !== undefined) return;
      stopping.current = new AbortController();
      run({ room, action }, stopping.current.signal).catch(() => undefined);
    },
    closeFailure: () => setFailed(undefined),
  };
}

/** Resolves to the reason of a failure; undefined: the call was accepted. Rejects when the page is left. */
async function send(
  api: ApiClient,
  call: RoomCall,
  signal: AbortSignal,
  onUnsent: () => void,
): Promise<FailedCall['reason'] | undefined> {
  const result = await sendRepeatedly((attemptSignal) => attempt(api, call, attemptSignal), {
    giveUpAt: Date.now() + giveUpAfterMs,
    signal,
    onUnsent,
  });
  if (result === undefined) return 'unsent';
  return result === 'accepted' ? undefined : 'refused';
}

async function attempt({ call }: ApiClient, { room, action }: RoomCall, signal: AbortSignal) {
  const options = { params: { id: room.uuid }, signal, maxAttempts: 1 };
  try {
    if (action.kind === 'pause') {
      await call(endpoints.pauseRoom, { ...options, body: { minutes: action.minutes } });
    } else if (action.kind === 'resume') await call(endpoints.resumeRoom, options);
    else await call(endpoints.startDrill, { ...options, body: {} });
    return 'accepted';
  } catch (error) {
    if (isFinal(error)) return 'refused';
    throw error;
  }
}
