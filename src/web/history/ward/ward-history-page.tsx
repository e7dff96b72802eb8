/** The page of a ward's night: all rooms as lanes, from the start of the shift to now. */
import { useParams } from 'react-router';
import { roomHistoryEndpoints } from '../../../contract/history/room-history.ts';
import { sortByDisplayName } from '../../../domain/hierarchy.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useConnectionReport } from '../../home/lists/use-list.ts';
import { useSelection } from '../../home/lists/selection.ts';
import { useTranslation } from '../../language/translation.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { ExportButton } from '../export-button.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { HistoryFrame } from '../history-frame.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import { actionsOf, useView, type ViewActions } from '../use-view.ts';
import { Lanes } from './lanes.tsx';
import { RoomsAtMoment } from './rooms-at-moment.tsx';
import type { WardHistory } from './ward-history.ts';
import { useWardHistory } from './use-ward-history.ts';

export function WardHistoryPage() {
  const { wardUuid = '' } = useParams();
  return <LoadedWard key={wardUuid} wardUuid={wardUuid} />;
}

function LoadedWard({ wardUuid }: { readonly wardUuid: string }) {
  const { t, language } = useTranslation();
  const texts = useHistoryTexts();
  const { ward } = useSelection();
  const clock = useNow(5_000) + useClockOffsetMs();
  const stored = useView();
  const query = useWardHistory(wardUuid, stored.view.span, clock);
  const { data, error, refetch, isPlaceholderData } = query;
  useConnectionReport({ ...query, dataUpdatedAt: data?.fetched.at ?? 0 });
  if (data === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingOverlay title={texts('loading')} isAlone />;
  const history = { ...data, rooms: sortByDisplayName(data.rooms, language) };
  const view = actionsOf(stored, history, clock);
  return (
    <HistoryFrame
      name={ward?.displayName ?? t('wards.one')}
      timeZone={history.timeZone}
      view={view}
      isBusy={isPlaceholderData}
      actions={
        <ExportButton
          endpoint={roomHistoryEndpoints.exportWardHistory}
          uuid={wardUuid}
          fileName="room-status-ward-history.csv"
          span={view}
        />
      }
    >
      {history.rooms.length === 0 ? <p>{t('streams.none')}</p> : <ShownWard history={history} view={view} />}
    </HistoryFrame>
  );
}

function ShownWard({ history, view }: { readonly history: WardHistory; readonly view: ViewActions }) {
  return (
    <>
      <Lanes history={history} view={view} />
      <RoomsAtMoment history={history} moment={view.moment ?? Math.min(view.to, history.to)} />
    </>
  );
}
