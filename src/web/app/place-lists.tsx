/** The lists of clients, locations and wards. The cards of locations and wards show how many alerts are open. */
import { useParams } from 'react-router';
import { ClientListPage, LocationListPage, WardListPage } from '../hierarchy/list-pages.tsx';
import { useLocations, useWards } from '../hierarchy/use-list.ts';
import { badgesOf } from '../rooms/counts/place-badge.tsx';
import { useLocationCounts, useWardCounts } from '../rooms/counts/use-counts.ts';

export const Clients = ClientListPage;

export function Locations() {
  const { clientUuid = '' } = useParams();
  const locations = useLocations(clientUuid);
  const counts = useLocationCounts((locations ?? []).map(({ uuid }) => uuid));
  return <LocationListPage clientUuid={clientUuid} locations={locations} badges={badgesOf(counts)} />;
}

export function Wards() {
  const { clientUuid = '', locationUuid = '' } = useParams();
  const wards = useWards(locationUuid);
  const counts = useWardCounts(
    locationUuid,
    (wards ?? []).map(({ uuid }) => uuid),
  );
  return (
    <WardListPage
      clientUuid={clientUuid}
      locationUuid={locationUuid}
      wards={wards}
      badges={badgesOf(counts)}
      canShowAll={counts.size > 1}
    />
  );
}
