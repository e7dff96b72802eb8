import type { Session } from '../identity/session/session.ts';
import { resetSoundCheck } from '../rooms/sound/check/sound-check.ts';
import type { SessionHealth } from '../rooms/sound/alarm/board-loss.ts';
import { loadSound } from '../rooms/sound/lazy-sound.ts';

/**
 * Whether this tab is a board: staff have opened a ward in it and rely on it until they go to another page or log out.
 * A board sounds while it does not show a current ward, whatever it shows instead: a login page, or nothing at all.
 */
export interface Board {
  set(isBoard: boolean): void;
}

/** Contains the state of the alarm, as JSON. A tab without this key is no board. */
const storageKey = 'room-status:board';

export function createBoard(session: Session, storage: Storage): Board {
  let stopAlarm: Promise<() => void> | undefined;

  const isStored = () => storage.getItem(storageKey) !== null;

  /** The code is loaded when the tab becomes a board, so that it is there when the network is not. */
  async function startAlarm(): Promise<() => void> {
    try {
      const { startBoardAlarm } = await loadSound();
      return startBoardAlarm({
        readStored: () => storage.getItem(storageKey) ?? undefined,
        // After a sign-out the storage is empty and stays so, for the next user.
        store: (alarm) => isStored() && storage.setItem(storageKey, alarm),
        sessionHealth: () => healthOf(session),
        subscribeSession: session.subscribe,
      });
    } catch (error) {
      console.error('The alarm of the board could not be loaded, reason:', error);
      return () => {};
    }
  }

  function set(isBoard: boolean): void {
    if (isBoard === (stopAlarm !== undefined)) return;
    if (isBoard) storage.setItem(storageKey, 'null');
    else storage.removeItem(storageKey);
    void stopAlarm?.then((stop) => stop());
    stopAlarm = isBoard ? startAlarm() : undefined;
  }

  // The page was a board before it was loaded again.
  if (isStored()) stopAlarm = startAlarm();
  session.subscribe(() => {
    if (session.state().kind !== 'signing-out') return;
    set(false);
    resetSoundCheck();
  });
  return { set };
}

function healthOf(session: Session): SessionHealth {
  const state = session.state();
  if ('isProviderUnavailable' in state && state.isProviderUnavailable) return 'ended';
  if (state.kind === 'signed-in') return 'signed-in';
  return state.kind === 'signed-out' ? 'ended' : 'pending';
}
