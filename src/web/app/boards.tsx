/** The boards: the rooms of a ward, and those of all wards of a location that the user may see. */
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { walkTestAddress } from '../hierarchy/addresses.ts';
import { useSelection } from '../hierarchy/selection.ts';
import { AllWardsHeading, WardHeading } from '../hierarchy/ward-heading.tsx';
import { type LocationWards, WardsOfLocation } from '../hierarchy/wards-of-location.tsx';
import { WardPage } from '../rooms/ward-page.tsx';

export function Ward() {
  const { wardUuid = '' } = useParams();
  const walkTestAddressOf = useWalkTestAddress();
  const { ward } = useSelection();
  const place = useMemo(() => ({ uuid: wardUuid, wardUuids: [wardUuid] }), [wardUuid]);
  return (
    <>
      <WardHeading />
      <WardPage place={place} placeName={ward?.displayName} walkTestAddressOf={walkTestAddressOf} />
    </>
  );
}

function useWalkTestAddress(): (wardUuid: string) => string {
  const { clientUuid = '', locationUuid = '' } = useParams();
  return (wardUuid) => walkTestAddress(clientUuid, locationUuid, wardUuid);
}

export function AllWards() {
  const { locationUuid = '' } = useParams();
  return (
    <>
      <AllWardsHeading />
      <WardsOfLocation locationUuid={locationUuid} page={RoomsOfWards} />
    </>
  );
}

function RoomsOfWards({ locationUuid, wards }: LocationWards) {
  const { location } = useSelection();
  const walkTestAddressOf = useWalkTestAddress();
  const uuids = wards
    .map(({ uuid }) => uuid)
    .toSorted()
    .join(',');
  const place = useMemo(() => ({ uuid: locationUuid, wardUuids: uuids.split(',') }), [locationUuid, uuids]);
  // Other wards need another live connection.
  return (
    <WardPage
      key={uuids}
      place={place}
      placeName={location?.displayName}
      wards={wards}
      walkTestAddressOf={walkTestAddressOf}
    />
  );
}
