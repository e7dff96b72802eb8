import { useApi } from '../api/api-client.tsx';
import { locationAddress } from './addresses.ts';
import { ListPage } from './list-page.tsx';
import { locationsQuery } from './queries.ts';
import { useList } from './use-list.ts';

/** The locations of a client (LIST-5, LIST-6). */
export function LocationListPage({ clientUuid }: { readonly clientUuid: string }) {
  const locations = useList(locationsQuery(useApi(), clientUuid));
  return <ListPage kind="location" items={locations} addressOf={(uuid) => locationAddress(clientUuid, uuid)} />;
}
