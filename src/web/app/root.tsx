import { lazy, Suspense, useEffect, useState } from 'react';
import { LoginPage } from '../identity/pages/login-page.tsx';
import { loginPath } from '../identity/paths.ts';
import { returnAddressOfState } from '../identity/return-address.ts';
import { SessionProvider } from '../identity/session-context.tsx';
import type { Services } from './services.ts';

/** Loaded separately, so that the login page does not wait for the router, the API client and the board. */
const App = lazy(async () => ({ default: (await import('./app.tsx')).App }));

/** Shows the login page or the pages of the router, by the address. */
export function Root({ services }: { readonly services: Services }) {
  const [isLogin, setIsLogin] = useState(isLoginAddress);
  useEffect(() => {
    const onPopState = () => setIsLogin(isLoginAddress());
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);

  function leaveLogin(address: string): void {
    history.replaceState(null, '', address);
    setIsLogin(false);
  }

  return (
    <SessionProvider value={services.session}>
      <Suspense>
        {isLogin ? (
          <LoginPage
            providerName={services.environment.providerName}
            returnTo={returnAddressOfState(history.state)}
            onSignedIn={leaveLogin}
          />
        ) : (
          <App services={services} onLogin={() => setIsLogin(true)} />
        )}
      </Suspense>
    </SessionProvider>
  );
}

function isLoginAddress(): boolean {
  return location.pathname === loginPath;
}
