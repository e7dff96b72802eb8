/** A page of the app in simulated time: the real session, and a board that calls the API with its tokens. */
import { delay } from '../../../src/web/api/delay.ts';
import { createSession, type Session } from '../../../src/web/identity/session/session.ts';
import type { SessionPorts } from '../../../src/web/identity/session/session-ports.ts';
import { memoryStorage } from '../memory-storage.ts';
import type { SimulatedApi, SimulatedProvider } from './simulated-provider.ts';

export type SimulatedPage = ReturnType<typeof openSimulatedPage>;
export type SharedByTabs = ReturnType<typeof createSharedByTabs>;

interface PageOptions {
  readonly provider: SimulatedProvider;
  readonly api: SimulatedApi;
  readonly shared: SharedByTabs;
  /** The storage of the tab. */
  readonly storage: Storage;
  readonly currentAddress: () => string;
  readonly navigate: (address: string) => void;
  readonly cancelNavigation: () => void;
}

/** A page that is open, or that was stopped because its tab navigated away. */
interface PageLifetime {
  isOver: boolean;
  readonly end: Promise<void>;
}

const pollIntervalMs = 2_000;

/** The storage, lock and messages that the tabs of a browser share. */
export function createSharedByTabs() {
  let lock: Promise<unknown> = Promise.resolve();
  return {
    listeners: new Map<PageLifetime, (message: unknown) => void>(),
    persistentStorage: memoryStorage(),
    /** The lock is released when the work has ended or the page stops. */
    withLock: <T>(work: () => Promise<T>, { end }: PageLifetime): Promise<T> => {
      const done = lock.then(work);
      lock = Promise.race([done.catch(() => undefined), end]);
      return done;
    },
  };
}

export function openSimulatedPage(options: PageOptions) {
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const lifetime: PageLifetime = { isOver: false, end };
  const session = createSession(portsOf(options, lifetime));
  const board = { hasToken: false };
  return {
    session,
    /** Whether the last request for a token got one. */
    hasToken: () => board.hasToken,
    isOver: () => lifetime.isOver,
    start: () => {
      void session.start();
      void pollApi(options.api, session, board, lifetime);
    },
    leave: () => {
      lifetime.isOver = true;
      options.shared.listeners.delete(lifetime);
      resolve();
    },
  };
}

function portsOf(
  { provider, shared, storage, currentAddress, navigate, cancelNavigation }: PageOptions,
  lifetime: PageLifetime,
): SessionPorts {
  const port = provider.portFor(storage);
  return {
    provider: {
      checkReachable: duringLifetime(lifetime, port.checkReachable),
      signInUrl: duringLifetime(lifetime, port.signInUrl),
      redeem: duringLifetime(lifetime, port.redeem),
      renew: duringLifetime(lifetime, port.renew),
      signOutUrl: duringLifetime(lifetime, port.signOutUrl),
    },
    storage: storageDuringLifetime(lifetime, storage),
    persistentStorage: shared.persistentStorage,
    withLock: (work) => shared.withLock(work, lifetime),
    channel: {
      send: (message) => {
        for (const [other, onMessage] of shared.listeners) {
          if (other !== lifetime) queueMicrotask(() => other.isOver || onMessage(message));
        }
      },
      listen: (onMessage) => void shared.listeners.set(lifetime, onMessage),
    },
    currentAddress,
    goTo: (url) => lifetime.isOver || navigate(url),
    stay: () => lifetime.isOver || cancelNavigation(),
  };
}

/** A stopped page never gets the answers that it was waiting for. */
function duringLifetime<Args extends unknown[], T>(lifetime: PageLifetime, call: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<T> => {
    if (lifetime.isOver) return new Promise(() => undefined);
    try {
      return await call(...args);
    } finally {
      if (lifetime.isOver) await new Promise(() => undefined);
    }
  };
}

/** A stopped page cannot change the storage of its tab. */
function storageDuringLifetime(lifetime: PageLifetime, storage: Storage): Storage {
  return {
    get length() {
      return storage.length;
    },
    key: (index) => storage.key(index),
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => lifetime.isOver || storage.setItem(key, value),
    removeItem: (key) => lifetime.isOver || storage.removeItem(key),
    clear: () => lifetime.isOver || storage.clear(),
  };
}

/** Calls the API like a board does, and reports its answers to the session. */
async function pollApi(
  api: SimulatedApi,
  session: Session,
  board: { hasToken: boolean },
  lifetime: PageLifetime,
): Promise<void> {
  for (; !lifetime.isOver; await delay(pollIntervalMs)) {
    if (session.state().kind !== 'signed-in') continue;
    try {
      const token = await session.accessToken();
      if (api.accepts(token)) session.tokenAccepted(token);
      else await session.replaceToken(token, 'audience');
      board.hasToken = true;
    } catch {
      board.hasToken = false;
    }
  }
}
