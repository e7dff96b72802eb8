/** The page of the last nights of a room, under one another, with their numbers and the typical values of the room. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { roomNightsEndpoints } from '../../../contract/history/room-nights.ts';
import { useApi } from '../../api/api-client.tsx';
import { roomHistoryPathOf } from '../../home/lists/addresses.ts';
import { useConnectionReport } from '../../home/lists/use-list.ts';
import buttonStyles from '../../ui/button.module.css';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { ExportButton } from '../export-button.tsx';
import { HistoryFrame } from '../history-frame.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import { ActivityLegend } from './activity-legend.tsx';
import { NightTable } from './night-table.tsx';
import styles from './nights.module.css';

const refreshIntervalMs = 60_000;
const retryIntervalMs = 5_000;

export function RoomNightsPage() {
  const { roomUuid = '', ...places } = useParams();
  const texts = useHistoryTexts();
  const { call } = useApi();
  const query = useQuery({
    queryKey: ['nights', roomUuid],
    queryFn: ({ signal }) => call(roomNightsEndpoints.getRoomNights, { params: { id: roomUuid }, signal }),
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
  const { data, error, refetch } = query;
  useConnectionReport(query, refreshIntervalMs);
  if (data === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingOverlay title={texts('loading')} isAlone />;
  return (
    <HistoryFrame
      name={data.displayName}
      kind={texts('nights')}
      timeZone={data.timeZone}
      actions={
        <>
          <Link to={roomHistoryPathOf(places, roomUuid)} className={buttonStyles.quiet}>
            {texts('last_day')}
          </Link>
          <ExportButton
            endpoint={roomNightsEndpoints.exportRoomNights}
            uuid={roomUuid}
            fileName="room-status-nights.csv"
          />
        </>
      }
    >
      <p className={styles.about}>{texts(data.typical === null ? 'no_typical' : 'about_numbers')}</p>
      <NightTable nights={data.nights} typical={data.typical} path={roomHistoryPathOf(places, roomUuid)} />
      <ActivityLegend />
    </HistoryFrame>
  );
}
