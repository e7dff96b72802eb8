import { Navigate, Outlet, useLocation } from 'react-router';
import { loginPath } from './paths.ts';
import { addressOfPlace } from './return-address.ts';
import { useSessionState } from './session-context.tsx';

/** Around every page for signed-in users: nothing while unknown, the login when nobody is (ROUTE-7, ROUTE-8). */
export function RequireSession() {
  const { kind } = useSessionState();
  const location = useLocation();
  switch (kind) {
    case 'unknown':
      return null;
    case 'signed-out':
      return <Navigate to={loginPath} replace state={{ returnTo: addressOfPlace(location) }} />;
    case 'signed-in':
      return <Outlet />;
  }
}
