import type { WallBoardCredential } from '../wall-boards/credential.ts';
import type { Session } from '../identity/session/session.ts';
import { resetSoundCheck } from '../sound/check/sound-check.ts';
import type { SessionHealth } from '../sound/alarm/loss-state.ts';
import { startWhenLoaded } from '../sound/lazy-sound.ts';

/**
 * Whether this tab is a board: a user has opened live rooms in it and relies on it until leaving the page or logging
 * out. A board sounds whenever it does not show a current ward, even if it shows a login page or nothing.
 */
export interface Board {
  set(isBoard: boolean): void;
}

/** The key in session storage for the alarm state of a board, as JSON. A tab without this key is no board. */
const storageKey = 'room-status:board';

/** Whether the page has access to the server, for the alarm of a board. */
interface BoardAccess {
  readonly health: () => SessionHealth;
  readonly isSigningOut: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createBoard(access: BoardAccess, storage: Storage): Board {
  let stopAlarm: (() => void) | undefined;

  const isStored = () => storage.getItem(storageKey) !== null;

  /** Starts the alarm and returns the function that stops it. Its code is loaded before the network can fail. */
  const startAlarm = () =>
    startWhenLoaded(({ startBoardAlarm }) =>
      startBoardAlarm({
        readStored: () => storage.getItem(storageKey) ?? undefined,
        // Stores nothing after a sign-out, because the storage must stay empty for the next user.
        store: (alarm) => isStored() && storage.setItem(storageKey, alarm),
        sessionHealth: access.health,
        subscribeSession: access.subscribe,
      }),
    );

  function set(isBoard: boolean): void {
    if (isBoard === (stopAlarm !== undefined)) return;
    if (isBoard) storage.setItem(storageKey, 'null');
    else storage.removeItem(storageKey);
    stopAlarm?.();
    stopAlarm = isBoard ? startAlarm() : undefined;
  }

  // If the key is stored, this tab was a board before its page was reloaded.
  if (isStored()) stopAlarm = startAlarm();
  access.subscribe(() => {
    if (!access.isSigningOut()) return;
    set(false);
    resetSoundCheck();
  });
  return { set };
}

export function sessionHealthOf(session: Session): BoardAccess {
  return {
    health: () => healthOf(session),
    isSigningOut: () => session.state().kind === 'signing-out',
    subscribe: session.subscribe,
  };
}

/** A wall board without a token was revoked, which is like a logout: no alarm sounds. */
export function wallBoardHealth({ store }: WallBoardCredential): BoardAccess {
  return { health: () => 'signed-in', isSigningOut: () => store.get() === undefined, subscribe: store.subscribe };
}

function healthOf(session: Session): SessionHealth {
  const state = session.state();
  if ('isProviderUnavailable' in state && state.isProviderUnavailable) return 'ended';
  if (state.kind === 'signed-in') return 'signed-in';
  return state.kind === 'signed-out' ? 'ended' : 'pending';
}
