import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { placeOfPath } from './addresses.ts';
import { useSelection } from './selection.ts';

/** Shows the page, or `missing` if the client, location or ward of the path does not exist. */
export function RequirePlace({ missing }: { readonly missing: ReactNode }) {
  const { pathname } = useLocation();
  const { isMissing } = useSelection(placeOfPath(pathname), true);
  return isMissing ? missing : <Outlet />;
}
