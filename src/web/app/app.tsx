import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { ApiProvider } from '../api/api-client.tsx';
import { SessionProvider } from '../identity/session-context.tsx';
import { Pages } from './routes.tsx';
import type { Services } from './services.ts';

/** Provides the services to all pages. */
export function App({ services }: { readonly services: Services }) {
  return (
    <QueryClientProvider client={services.queries}>
      <ApiProvider value={services.api}>
        <SessionProvider value={services.session}>
          <BrowserRouter>
            <Pages providerName={services.environment.providerName} update={services.update} />
          </BrowserRouter>
        </SessionProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
}
