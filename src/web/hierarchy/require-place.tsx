import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { useSelection } from './selection.ts';

/** Shows the page, or `missing` if the client, location or ward of the path does not exist. */
export function RequirePlace({ missing }: { readonly missing: ReactNode }) {
  const { isMissing } = useSelection();
  return isMissing ? missing : <Outlet />;
}
