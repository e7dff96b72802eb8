import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useSelection } from '../hierarchy/selection.ts';
import { WardHeading } from '../hierarchy/ward-heading.tsx';
import { WardPage } from '../rooms/ward-page.tsx';

export function Ward() {
  const { wardUuid = '' } = useParams();
  const { ward } = useSelection();
  const place = useMemo(() => ({ uuid: wardUuid, wardUuids: [wardUuid] }), [wardUuid]);
  return (
    <>
      <WardHeading />
      <WardPage place={place} placeName={ward?.displayName} />
    </>
  );
}
