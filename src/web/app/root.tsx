import { useEffect, useState } from 'react';
import { LoginPage } from '../identity/pages/login-page.tsx';
import { loginPath, wallBoardPath } from '../identity/paths.ts';
import { returnAddressOfState } from '../identity/return-address.ts';
import { SessionProvider } from '../identity/session-context.tsx';
import { lazyComponent } from '../shared/lazy-component.tsx';
import type { Services } from './services.ts';

// Loaded separately, so that the login page does not wait for the router, the API client and the board.
const App = lazyComponent(async () => (await import('./app.tsx')).App);
const WallBoardApp = lazyComponent(async () => (await import('./wall-board-app.tsx')).WallBoardApp);

/** Shows the login page at its address, and the pages of the router at all other addresses. */
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

  if (location.pathname === wallBoardPath) return <WallBoardApp services={services} />;
  return (
    <SessionProvider value={services.session}>
      {isLogin ? (
        <LoginPage
          providerName={services.environment.providerName}
          returnTo={returnAddressOfState(history.state)}
          onSignedIn={leaveLogin}
        />
      ) : (
        <App services={services} onLogin={() => setIsLogin(true)} />
      )}
    </SessionProvider>
  );
}

function isLoginAddress(): boolean {
  return location.pathname === loginPath;
}
