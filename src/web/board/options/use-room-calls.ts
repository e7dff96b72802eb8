import { useEffect, useRef, useState } from 'react';
import { endpoints } from '../../../contract/endpoints.ts';
import type { Room } from '../../../domain/room.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { isFinal } from '../../api/api-error.ts';
import { maxUnsentMs } from '../../alerts/answers/alert-answer.ts';
import { sendRepeatedly } from '../../live/sending/send-repeatedly.ts';
import type { RoomAction } from './pause-controls.tsx';

export interface RoomCall {
  readonly room: Pick<Room, 'uuid' | 'displayName'>;
  /** The state of a call. `unsent`: another attempt follows. `given_up`: the server could not be reached. */
  readonly state: 'sending' | 'unsent' | 'given_up' | 'refused';
}

/**
 * Sends the actions of staff on rooms, one call at a time, and repeats a call that fails. A call is dropped when its
 * user leaves the page. This is safe: a room without a pause raises its alerts. `onDone`: called when the server has
 * accepted a call.
 */
export function useRoomCalls(onDone: () => void) {
  const { call: callServer } = useApi();
  const [call, setCall] = useState<RoomCall>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const isPending = call?.state === 'sending' || call?.state === 'unsent';

  async function sendCall(room: Room, action: RoomAction, signal: AbortSignal): Promise<void> {
    setCall({ room, state: 'sending' });
    const result = await sendRepeatedly((attempt) => send(callServer, room.uuid, action, attempt), {
      giveUpAt: Date.now() + maxUnsentMs,
      signal,
      onUnsent: () => setCall({ room, state: 'unsent' }),
    });
    setCall(result === 'accepted' ? undefined : { room, state: result ?? 'given_up' });
    if (result === 'accepted') onDone();
  }

  return {
    call,
    isPending,
    start: (room: Room, action: RoomAction) => {
      if (isPending) return;
      leaving.current = new AbortController();
      sendCall(room, action, leaving.current.signal).catch(() => undefined);
    },
    closeFailure: () => !isPending && setCall(undefined),
  };
}

async function send(
  call: ApiClient['call'],
  id: string,
  action: RoomAction,
  signal: AbortSignal,
): Promise<'accepted' | 'refused'> {
  const options = { params: { id }, signal, maxAttempts: 1 };
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
