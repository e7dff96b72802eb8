import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useSelection } from '../hierarchy/selection.ts';
import { AllWardsHeading } from '../hierarchy/ward-heading.tsx';
import { type LocationWards, WardsOfLocation } from '../hierarchy/wards-of-location.tsx';
import { WardSections } from '../rooms/cards/ward-sections.tsx';
import { WardPage } from '../rooms/ward-page.tsx';

/** The rooms of all wards of a location that the user may see. */
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
  const uuids = wards
    .map(({ uuid }) => uuid)
    .toSorted()
    .join(',');
  const place = useMemo(() => ({ uuid: locationUuid, wardUuids: uuids.split(',') }), [locationUuid, uuids]);
  // Other wards need another live connection.
  return <WardPage key={uuids} place={place} placeName={location?.displayName} wards={wards} sections={WardSections} />;
}
