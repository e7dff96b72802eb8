import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { ApiProvider } from '../api/api-client.tsx';
import { createAppServices } from './app-services.ts';
import { Pages } from './routes.tsx';
import type { Services } from './services.ts';

export interface AppProps {
  readonly services: Services;
  /** Called when the router gets to the address of the login page, which is shown without the router. */
  readonly onLogin: () => void;
}

/** All pages except the login page. */
export function App({ services, onLogin }: AppProps) {
  const [{ api, queries }] = useState(() => createAppServices(services));
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>
        <BrowserRouter>
          <Pages update={services.update} board={services.board} onLogin={onLogin} />
        </BrowserRouter>
      </ApiProvider>
    </QueryClientProvider>
  );
}
