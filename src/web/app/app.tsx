import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { dropAnswers } from '../alerts/answers/answer-queue-store.ts';
import { type ApiClient, ApiProvider } from '../api/api-client.tsx';
import { createCallEndpoint } from '../api/call-endpoint.ts';
import type { PageEnvironment } from '../api/environments.ts';
import type { Session } from '../identity/session/session.ts';
import { createQueryClient } from './query-client.ts';
import { AppPages } from './routes.tsx';
import type { Services } from './services.ts';

interface AppProps {
  readonly services: Services;
  /** Called when the router reaches the address of the login page, which is rendered without the router. */
  readonly onLogin: () => void;
}

/** Shows all pages except the login page. */
export function App({ services, onLogin }: AppProps) {
  const [{ api, queries }] = useState(() => createAppServices(services));
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>
        <BrowserRouter>
          <AppPages update={services.update} board={services.board} onLogin={onLogin} />
        </BrowserRouter>
      </ApiProvider>
    </QueryClientProvider>
  );
}

/** Creates the services that only pages behind the login need: the API client, the cache of queries and the board. */
function createAppServices({ environment, session }: Services) {
  const queries = createQueryClient();
  clearDataAtSignOut(session, queries);
  return { api: createApi(environment, session), queries };
}

/** Deletes fetched data and answers at sign-out, because the next user must not see or send them. */
function clearDataAtSignOut(session: Session, queries: QueryClient): void {
  let wasSignedIn = session.state().kind === 'signed-in';
  session.subscribe(() => {
    const isSignedIn = session.state().kind === 'signed-in';
    if (wasSignedIn && !isSignedIn) {
      queries.clear();
      dropAnswers();
    }
    wasSignedIn = isSignedIn;
  });
}

function createApi(environment: PageEnvironment, session: Session): ApiClient {
  const baseUrl = environment.apiBaseUrl.replace(/\/$/, '');
  return {
    baseUrl,
    accessToken: session.accessToken,
    // Ignores the error: if there is no other token, the session already shows the login page.
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
