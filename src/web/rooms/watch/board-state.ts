/** What this board reports: whether it is visible, audible and kept on, and the sound check. */
import { currentConnection, subscribeConnection } from '../../api/connection-state.ts';
import { clockOffsetMs } from '../../api/server-clock.ts';
import { isAudioRunning, subscribeAudio } from '../sound/audio-output.ts';
import { storedSoundCheck, subscribeSoundCheck, validCheck } from '../sound/check/sound-check.ts';
import type { BoardState } from './report-board.ts';
import { currentWakeLock, subscribeWakeLock } from './wake-lock.ts';

/** Undefined: the rooms of the board are not current. */
export function readBoardState(wardUuids: readonly string[]): BoardState | undefined {
  const { kind } = currentConnection();
  if (kind !== 'live' && kind !== 'polled') return undefined;
  const check = validCheck(storedSoundCheck(), Date.now());
  return {
    wardUUIDs: [...wardUuids],
    isVisible: document.visibilityState === 'visible',
    isAudible: isAudioRunning(),
    wakeLock: currentWakeLock() ?? 'refused',
    soundCheck:
      check === undefined ? null : { at: new Date(check.at + clockOffsetMs()).toISOString(), isHeard: check.isHeard },
  };
}

/** Calls the listener when the state may have changed. Returns the function that unsubscribes. */
export function subscribeBoardState(listener: () => void): () => void {
  const stops = [subscribeConnection, subscribeAudio, subscribeSoundCheck, subscribeWakeLock].map((subscribe) =>
    subscribe(listener),
  );
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', listener);
  };
}

const storageKey = 'room-status:board-uuid';

/** The uuid of the board in this tab, also after the page was loaded again. */
export function boardUuid(): string {
  const uuid = sessionStorage.getItem(storageKey) ?? crypto.randomUUID();
  sessionStorage.setItem(storageKey, uuid);
  return uuid;
}
