/** The routes of the boards: the rooms of one ward, or of all wards of a location that the user may see. */
import { useMemo } from 'react';
import { useParams } from 'react-router';
import type { ListedPlace } from '../home/lists/places.ts';
import { useSelection } from '../home/lists/selection.ts';
import { useConnectionReport, useWardsOfBoard } from '../home/lists/use-list.ts';
import { useTranslation } from '../language/translation.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import styles from './boards.module.css';
import { WardPage } from './ward-page.tsx';

export function WardBoard() {
  const { t } = useTranslation();
  const { wardUuid = '' } = useParams();
  const { ward } = useSelection();
  const place = useMemo(() => ({ uuid: wardUuid, wardUuids: [wardUuid] }), [wardUuid]);
  return (
    <>
      <h1 className={styles.heading}>{ward?.displayName ?? t('wards.one')}</h1>
      <WardPage place={place} placeName={ward?.displayName} />
    </>
  );
}

export function AllWardsBoard() {
  const { t } = useTranslation();
  const { locationUuid = '' } = useParams();
  const { query, wards } = useWardsOfBoard(locationUuid);
  return (
    <>
      <h1 className={styles.heading}>{t('wards.all')}</h1>
      {wards === undefined && <LoadingWards query={query} />}
      {wards?.length === 0 && <EmptyState icon="ward" text={t('wards.none')} />}
      {wards !== undefined && wards.length > 0 && <RoomsOfWards locationUuid={locationUuid} wards={wards} />}
    </>
  );
}

/** Shown while the list of wards loads, whose connection the top bar shows until the board reports its own. */
function LoadingWards({ query }: { readonly query: Parameters<typeof useConnectionReport>[0] }) {
  const { t } = useTranslation();
  useConnectionReport(query);
  return <LoadingOverlay title={t('wards.loading')} isAlone />;
}

interface RoomsOfWardsProps {
  readonly locationUuid: string;
  /** The wards of the board, at least one. */
  readonly wards: readonly ListedPlace[];
}

function RoomsOfWards({ locationUuid, wards }: RoomsOfWardsProps) {
  const { location } = useSelection();
  const uuids = wards
    .map(({ uuid }) => uuid)
    .toSorted()
    .join(',');
  const place = useMemo(() => ({ uuid: locationUuid, wardUuids: uuids.split(',') }), [locationUuid, uuids]);
  // Another key mounts a new page when the wards change, because other wards need another live connection.
  return <WardPage key={uuids} place={place} placeName={location?.displayName} wards={wards} />;
}
