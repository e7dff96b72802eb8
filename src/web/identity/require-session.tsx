import { Navigate, Outlet, useLocation } from 'react-router';
import { loginPath } from './paths.ts';
import { addressOfLocation } from './return-address.ts';
import { useSessionState } from './session-context.tsx';

/**
 * Wraps the pages for signed-in users. Shows nothing while the session starts or ends, then the page or the login
 * (ROUTE-7, ROUTE-8).
 */
export function RequireSession() {
  const { kind } = useSessionState();
  const location = useLocation();
  if (kind === 'signed-in') return <Outlet />;
  if (kind !== 'signed-out') return null;
  return <Navigate to={loginPath} replace state={{ returnTo: addressOfLocation(location) }} />;
}
