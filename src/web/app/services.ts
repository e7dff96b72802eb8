/** Everything with a life of its own, made once when the page starts and handed down. */
import { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../api/api-client.tsx';
import { createCallEndpoint } from '../api/call-endpoint.ts';
import { delay } from '../api/delay.ts';
import { createProvider } from '../identity/session/provider.ts';
import { createSession, type Session } from '../identity/session/session.ts';
import type { TabChannel } from '../identity/session/tab-channel.ts';
import type { AppUpdate } from '../offline/app-update.ts';
import { readEnvironment, type PageEnvironment } from './environments.ts';

export interface Services {
  readonly environment: PageEnvironment;
  readonly session: Session;
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly update: AppUpdate;
}

export function createServices(window: Window, update: AppUpdate): Services {
  const { location, sessionStorage, localStorage, navigator } = window;
  const environment = readEnvironment(window);
  const provider = createProvider({ ...environment, origin: location.origin, storage: sessionStorage });
  const session = createSession({
    provider,
    storage: sessionStorage,
    lastingStorage: localStorage,
    inLock: async (work) => navigator.locks.request('room-status:renewal', work),
    channel: openTabChannel('room-status:session'),
    now: () => Date.now(),
    here: () => location.pathname + location.search + location.hash,
    go: (url) => location.assign(url),
  });
  const queries = new QueryClient({
    defaultOptions: {
      // Attempts are counted in one place, and a page without network goes on trying.
      queries: { networkMode: 'always', retry: false, refetchIntervalInBackground: true, refetchOnReconnect: true },
    },
  });
  forgetAtSignOut(session, queries);
  return { environment, session, api: createApi(environment, session), queries, update };
}

function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen: (onMessage) => channel.addEventListener('message', (event) => onMessage(event.data)),
  };
}

/** What one person was shown is not to be there for the next. */
function forgetAtSignOut(session: Session, queries: QueryClient): void {
  let wasSignedIn = false;
  session.subscribe(() => {
    const isSignedIn = session.state().kind === 'signed-in';
    if (wasSignedIn && !isSignedIn) queries.clear();
    wasSignedIn = isSignedIn;
  });
}

function createApi(environment: PageEnvironment, session: Session): ApiClient {
  const baseUrl = environment.apiBaseUrl.replace(/\/$/, '');
  return {
    baseUrl,
    accessToken: session.accessToken,
    // Without another token the way leads to the login, and there is nothing left to do here.
    replaceRejectedToken: async (token) => void (await session.replaceToken(token).catch(() => undefined)),
    call: createCallEndpoint({
      baseUrl,
      accessToken: session.accessToken,
      replaceToken: session.replaceToken,
      onReplacementRejected: session.abandon,
      fetch: (...request) => fetch(...request),
      delay,
      timeout: (ms) => AbortSignal.timeout(ms),
    }),
  };
}
