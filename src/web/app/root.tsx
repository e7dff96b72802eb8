import { type ComponentType, useEffect, useState } from 'react';
import { LoginPage } from '../identity/pages/login-page.tsx';
import { loginPath } from '../identity/paths.ts';
import { returnAddressOfState } from '../identity/return-address.ts';
import { SessionProvider } from '../identity/session-context.tsx';
import type { AppProps } from './app.tsx';
import type { Services } from './services.ts';

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
      {isLogin ? (
        <LoginPage
          providerName={services.environment.providerName}
          returnTo={returnAddressOfState(history.state)}
          onSignedIn={leaveLogin}
        />
      ) : (
        <LoadedApp services={services} onLogin={() => setIsLogin(true)} />
      )}
    </SessionProvider>
  );
}

function isLoginAddress(): boolean {
  return location.pathname === loginPath;
}

/**
 * Loads the other pages, so that the login page does not wait for the router, the API client and the board. Shows nothing
 * until then. NOTE: React would show a page of `lazy` up to 300 ms late, because it limits how often fallbacks change.
 */
function LoadedApp(props: AppProps) {
  const [loaded, setLoaded] = useState<{ readonly App: ComponentType<AppProps> }>();
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    const fail = (cause: unknown) => setFailure(new Error('the pages could not be loaded', { cause }));
    import('./app.tsx').then(setLoaded, fail);
  }, []);
  // The error boundary shows the crash page, which reloads.
  if (failure !== undefined) throw failure;
  return loaded !== undefined && <loaded.App {...props} />;
}
