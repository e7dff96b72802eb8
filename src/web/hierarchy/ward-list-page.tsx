import { useApi } from '../api/api-client.tsx';
import { wardAddress } from './addresses.ts';
import { ListPage } from './list-page.tsx';
import { wardsQuery } from './queries.ts';
import { useList } from './use-list.ts';

interface WardListPageProps {
  readonly clientUuid: string;
  readonly locationUuid: string;
}

/** The wards of a location (LIST-7, LIST-8). */
export function WardListPage({ clientUuid, locationUuid }: WardListPageProps) {
  const wards = useList(wardsQuery(useApi(), locationUuid));
  return <ListPage kind="ward" items={wards} addressOf={(uuid) => wardAddress(clientUuid, locationUuid, uuid)} />;
}
