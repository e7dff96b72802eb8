/** Creates the long-lived objects of the page. Called once, when the page starts. */
import { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../api/api-client.tsx';
import { createCallEndpoint } from '../api/call-endpoint.ts';
import { withTokenLock } from '../api/token-lock.ts';
import { createProvider } from '../identity/session/provider.ts';
import { createSession, type Session } from '../identity/session/session.ts';
import type { TabChannel } from '../identity/session/tab-channel.ts';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { readEnvironment, type PageEnvironment } from './environments.ts';

export interface Services {
  readonly environment: PageEnvironment;
  readonly session: Session;
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly update: AppUpdate;
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
  const queries = new QueryClient({
    defaultOptions: {
      // `call-endpoint.ts` retries, so the query client does not. It refetches even if the browser reports no network.
      queries: { networkMode: 'always', retry: false, refetchIntervalInBackground: true, refetchOnReconnect: true },
    },
  });
  clearQueriesAtSignOut(session, queries);
  reloadWhenRestored(window);
  return { environment, session, api: createApi(environment, session), queries, update };
}

function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen: (onMessage) => channel.addEventListener('message', (event) => onMessage(event.data)),
  };
}

/**
 * Reloads the page when the browser restores it from its back/forward cache. Its rooms are old, and its session may
 * have started a redirect to the provider.
 */
function reloadWhenRestored(window: Window): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

/** Deletes the fetched data at sign-out. The next user must not see the data of the previous one. */
function clearQueriesAtSignOut(session: Session, queries: QueryClient): void {
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
    // If there is no other token, the session shows the login, so the error is ignored here.
    replaceRejectedToken: async (token, cause) =>
      void (await session.replaceToken(token, cause).catch(() => undefined)),
    tokenAccepted: session.tokenAccepted,
    call: createCallEndpoint({
      baseUrl,
      accessToken: session.accessToken,
      replaceToken: session.replaceToken,
      onTokenAccepted: session.tokenAccepted,
    }),
  };
}
