/** Creates the objects that every page needs. Called once, when the page starts. */
import { withTokenLock } from '../api/token-lock.ts';
import { createProvider } from '../identity/session/create-provider.ts';
import { createSession, type Session } from '../identity/session/session.ts';
import type { TabChannel } from '../identity/session/tab-channel.ts';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { loginPath, wallBoardPath } from '../identity/paths.ts';
import { sessionKey } from '../identity/session/tab-storage.ts';
import { createWallBoardCredential, type WallBoardCredential } from '../wall-boards/credential.ts';
import { createBoard, sessionHealthOf, wallBoardHealth, type Board } from './board.ts';
import { readEnvironment, type PageEnvironment } from '../api/environments.ts';

export interface Services {
  readonly environment: PageEnvironment;
  readonly session: Session;
  readonly update: AppUpdate;
  readonly board: Board;
  readonly wallBoard: WallBoardCredential;
}

export function createServices(window: Window, update: AppUpdate): Services {
  const { location, sessionStorage, localStorage } = window;
  const environment = readEnvironment(window);
  const provider = createProvider({ ...environment, origin: location.origin, storage: sessionStorage });
  const session = createSession({
    provider,
    storage: sessionStorage,
    persistentStorage: localStorage,
    withLock: withTokenLock,
    channel: openTabChannel('room-status:session'),
    currentAddress: () => location.pathname + location.search + location.hash,
    goTo: (url) => location.assign(url),
    stay: () => window.stop(),
  });
  const wallBoard = createWallBoardCredential(localStorage);
  if (mustShowWallBoard(location.pathname, sessionStorage, wallBoard)) history.replaceState(null, '', wallBoardPath);
  const isWallBoard = location.pathname === wallBoardPath;
  reloadWhenRestored(window);
  const board = createBoard(isWallBoard ? wallBoardHealth(wallBoard) : sessionHealthOf(session), sessionStorage);
  return { environment, session, update, board, wallBoard };
}

/** A paired screen shows its ward also when its browser starts with the first page, unless a person is signed in. */
function mustShowWallBoard(path: string, storage: Storage, { store }: WallBoardCredential): boolean {
  const isStart = path === '/' || path === loginPath;
  return isStart && store.get() !== undefined && storage.getItem(sessionKey) === null;
}

function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen: (onMessage) => channel.addEventListener('message', (event) => onMessage(event.data)),
  };
}

/**
 * Reloads a page that the browser restores from its back/forward cache, because its rooms are old and its session may
 * have started a redirect to the provider.
 */
function reloadWhenRestored(window: Window): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
