import { useEffect } from 'react';
import { Navigate } from 'react-router';
import type { Client } from '../../domain/hierarchy.ts';
import { useApi } from '../api/api-client.tsx';
import { clientAddress } from './addresses.ts';
import { ListPage } from './list-page.tsx';
import { clientsQuery } from './queries.ts';
import { useChoose } from './selection.ts';
import { useList } from './use-list.ts';

/** The home page. With exactly one client it redirects to the locations of that client (LIST-1 to LIST-4, PROD-4). */
export function ClientListPage() {
  const clients = useList(clientsQuery(useApi()));
  const [only, ...others] = clients ?? [];
  if (only !== undefined && others.length === 0) return <OnlyClient client={only} />;
  return <ListPage kind="client" items={clients} addressOf={clientAddress} />;
}

/** Chooses the client and redirects (LIST-3). */
function OnlyClient({ client }: { readonly client: Client }) {
  const choose = useChoose();
  useEffect(() => choose('client', client), [choose, client]);
  return <Navigate to={clientAddress(client.uuid)} replace />;
}
