/** Creates the objects that only the pages behind the login need. */
import { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../api/api-client.tsx';
import { createCallEndpoint } from '../api/call-endpoint.ts';
import type { Session } from '../identity/session/session.ts';
import type { PageEnvironment } from './environments.ts';
import type { Services } from './services.ts';

interface AppServices {
  readonly api: ApiClient;
  readonly queries: QueryClient;
}

export function createAppServices({ environment, session }: Services): AppServices {
  const queries = new QueryClient({
    defaultOptions: {
      // `call-endpoint.ts` retries, so the query client does not. It refetches even if the browser reports no network.
      queries: { networkMode: 'always', retry: false, refetchIntervalInBackground: true, refetchOnReconnect: true },
    },
  });
  clearQueriesAtSignOut(session, queries);
  return { api: createApi(environment, session), queries };
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
