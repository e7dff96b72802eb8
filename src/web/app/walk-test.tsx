import { useMemo } from 'react';
import { useParams } from 'react-router';
import { useSelection } from '../hierarchy/selection.ts';
import { WalkTestPage } from '../rooms/walk-test/walk-test-page.tsx';

/** The walk test of a ward. */
export function WalkTest() {
  const { wardUuid = '' } = useParams();
  const { client, location, ward } = useSelection();
  const place = useMemo(() => ({ uuid: wardUuid, wardUuids: [wardUuid] }), [wardUuid]);
  const names = [client, location, ward].flatMap((named) => named?.displayName ?? []);
  return <WalkTestPage place={place} placeName={names.join(' · ')} />;
}
