/**
 * The lists of clients, locations and wards. The cards of locations and wards show how many alerts are open, and those
 * of wards whether nobody watches them.
 */
import { Navigate, useParams } from 'react-router';
import { setUpPath } from '../../contract/set-up-path.ts';
import { isAdministratorOfEverything, useMe } from '../api/me.ts';
import { ClientListPage, LocationListPage, WardListPage } from '../hierarchy/list-pages.tsx';
import { useLocations, useWards } from '../hierarchy/use-list.ts';
import { PageLinks } from './page-links.tsx';
import { badgesOf } from '../rooms/counts/place-badge.tsx';
import { useLocationCounts, useWardCounts } from '../rooms/counts/use-counts.ts';

export function Clients() {
  return <ClientListPage link={<PageLinks />} whenEmpty={<SetUpEmptyHome />} />;
}

/** Leads an administrator to the first set-up. Others see that the list is empty. */
function SetUpEmptyHome() {
  const { data: me } = useMe();
  return me !== undefined && isAdministratorOfEverything(me) && <Navigate to={setUpPath} replace />;
}

export function Locations() {
  const { clientUuid = '' } = useParams();
  const locations = useLocations(clientUuid);
  const counts = useLocationCounts((locations ?? []).map(({ uuid }) => uuid));
  return (
    <LocationListPage clientUuid={clientUuid} locations={locations} badges={badgesOf(counts)} link={<PageLinks />} />
  );
}

export function Wards() {
  const { clientUuid = '', locationUuid = '' } = useParams();
  const wards = useWards(locationUuid);
  const counts = useWardCounts(
    locationUuid,
    (wards ?? []).map(({ uuid }) => uuid),
  );
  const unwatched = (wards ?? []).filter(({ unwatchedSince }) => unwatchedSince !== undefined).map(({ uuid }) => uuid);
  return (
    <WardListPage
      clientUuid={clientUuid}
      locationUuid={locationUuid}
      wards={wards}
      badges={badgesOf(counts, unwatched)}
      canShowAll={counts.size > 1}
      link={<PageLinks />}
    />
  );
}
