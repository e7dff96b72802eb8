/** The page of a room's history: the chosen time as a band of status colours, and as a list. */
import { Link, useParams } from 'react-router';
import { roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { roomNightsPathOf } from '../home/lists/addresses.ts';
import { useConnectionReport } from '../home/lists/use-list.ts';
import { useTranslation } from '../language/translation.tsx';
import buttonStyles from '../ui/button.module.css';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { useNow } from '../ui/time/use-now.ts';
import { LoadFailure } from './load-failure.tsx';
import { Band } from './band/band.tsx';
import { ExportButton } from './export-button.tsx';
import { entriesOf } from './history-entries.ts';
import { HistoryList } from './history-list.tsx';
import styles from './history-page.module.css';
import { type History, periodAt } from './history.ts';
import { HistoryFrame } from './history-frame.tsx';
import { useLocalTime } from './local-time.ts';
import { useHistoryTexts } from './use-history-texts.ts';
import { useRoomHistory } from './use-room-history.ts';
import { usePeriodTexts } from './use-period-texts.ts';
import { actionsOf, useView, type ViewActions } from './use-view.ts';

export function RoomHistoryPage() {
  const { roomUuid = '' } = useParams();
  return <RoomHistory key={roomUuid} roomUuid={roomUuid} />;
}

function RoomHistory({ roomUuid }: { readonly roomUuid: string }) {
  const texts = useHistoryTexts();
  const places = useParams();
  const stored = useView();
  const clockOffsetMs = useClockOffsetMs();
  const clock = useNow(5_000) + clockOffsetMs;
  const query = useRoomHistory(roomUuid, stored.view.span, clock);
  const { data: history, error, refetch, isPlaceholderData } = query;
  // While the history of another time is fetched, the page shows that of before.
  useConnectionReport({ ...query, dataUpdatedAt: history?.fetched.at ?? 0 });
  if (history === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (history === undefined) return <LoadingOverlay title={texts('loading')} isAlone />;
  const view = actionsOf(stored, history, clock);
  return (
    <HistoryFrame
      name={history.displayName}
      timeZone={history.timeZone}
      view={view}
      isBusy={isPlaceholderData}
      actions={
        <>
          <Link to={roomNightsPathOf(places, roomUuid)} className={buttonStyles.quiet}>
            {texts('last_nights')}
          </Link>
          <ExportButton
            endpoint={roomHistoryEndpoints.exportRoomHistory}
            uuid={roomUuid}
            fileName="room-status-history.csv"
            span={view}
          />
        </>
      }
    >
      <ShownHistory history={history} view={view} />
    </HistoryFrame>
  );
}

interface ShownHistoryProps {
  readonly history: History;
  readonly view: ViewActions;
}

function ShownHistory({ history, view }: ShownHistoryProps) {
  const texts = useHistoryTexts();
  const { moment, choose } = view;
  const describe = useMomentText(history);
  return (
    <>
      <Band
        history={history}
        view={view}
        label={texts('band')}
        momentText={describe(moment ?? Math.min(view.to, history.to))}
      />
      <p className={styles.moment}>{moment === null ? texts('help') : describe(moment)}</p>
      <HistoryList
        entries={entriesOf(history, view)}
        chosenAt={moment === null ? undefined : periodAt(history, moment)?.from}
        onChoose={choose}
      />
    </>
  );
}

/** Describes a moment: "02:14:05 · Out of bed · since 02:13:10, for 3 min". */
function useMomentText(history: History): (moment: number) => string {
  const { t } = useTranslation();
  const periodTexts = usePeriodTexts();
  const { dayTime } = useLocalTime();
  return (moment) => {
    const period = periodAt(history, moment);
    if (period === undefined) return `${dayTime(moment)} · ${periodTexts.unknown(history.gaps, moment)}`;
    return [dayTime(moment), t(`status.${statusOfCode(period.status).name}`), periodTexts.since(period)].join(' · ');
  };
}
