import { Navigate, Outlet, useLocation } from 'react-router';
import { loginPath } from './paths.ts';
import { addressOfLocation } from './return-address.ts';
import { useSessionState } from './session-context.tsx';

/**
 * Shows the page if a user is signed in, otherwise the login (ROUTE-8). Shows nothing until the session is known
 * (ROUTE-7).
 */
export function RequireSession() {
  const { kind } = useSessionState();
  const location = useLocation();
  if (kind === 'signed-in') return <Outlet />;
  if (kind !== 'signed-out') return null;
  return <Navigate to={loginPath} replace state={{ returnTo: addressOfLocation(location) }} />;
}
