/** The page of a room's history: the chosen time as a band of status colours, and as a list. */
import { useParams } from 'react-router';
import { statusOfCode } from '../../domain/room-status.ts';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { useConnectionReport } from '../home/lists/use-list.ts';
import { useTranslation } from '../language/translation.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { formatDuration } from '../ui/time/time-format.ts';
import { useNow } from '../ui/time/use-now.ts';
import { LoadFailure } from './load-failure.tsx';
import { Band } from './band/band.tsx';
import { ExportButton } from './export-button.tsx';
import { entriesOf } from './history-entries.ts';
import { HistoryList } from './history-list.tsx';
import styles from './history-page.module.css';
import { type History, periodAt } from './history.ts';
import { SpanControls } from './span-controls.tsx';
import { HistoryTimeZone, useLocalTime } from './local-time.ts';
import { useHistoryTexts } from './use-history-texts.ts';
import { useRoomHistory } from './use-room-history.ts';
import { panSpan, spanWith, timeSpanOf, zoomSpan } from './visible-span.ts';
import { type ShownView, useView } from './use-view.ts';

export function RoomHistoryPage() {
  const { roomUuid = '' } = useParams();
  return <RoomHistory key={roomUuid} roomUuid={roomUuid} />;
}

function RoomHistory({ roomUuid }: { readonly roomUuid: string }) {
  const { t } = useTranslation();
  const texts = useHistoryTexts();
  const view = useView();
  const clockOffsetMs = useClockOffsetMs();
  const clock = useNow(5_000) + clockOffsetMs;
  const query = useRoomHistory(roomUuid, view.span, clock);
  const { data: history, error, refetch, isPlaceholderData } = query;
  // While the history of another time is fetched, the page shows that of before.
  useConnectionReport({ ...query, dataUpdatedAt: history?.fetchedAt ?? 0 });
  if (history === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (history === undefined) return <LoadingOverlay title={texts('loading')} isAlone />;
  // Nothing is known about the moments since the last answer, so the band ends there.
  const now = view.span.to === null ? history.to : clock;
  const span = timeSpanOf(view.span, now);
  return (
    <HistoryTimeZone value={history.timeZone}>
      <article className={styles.page} aria-busy={isPlaceholderData}>
        <header className={styles.head}>
          <h1 className={styles.title} dir="auto">
            {history.displayName}
            <span className={styles.kind}> {t('history')}</span>
          </h1>
          <ExportButton roomUuid={roomUuid} span={span} />
        </header>
        <SpanControls
          span={span}
          isLive={view.span.to === null}
          onZoom={(factor) => view.show(zoomSpan(view.span, factor, view.moment ?? span.to, now))}
          onPan={(share) => view.show(panSpan(view.span, share * view.span.lengthMs, now))}
          onNow={() => view.show({ ...view.span, to: null })}
        />
        <ShownHistory history={history} view={view} now={now} />
      </article>
    </HistoryTimeZone>
  );
}

interface ShownHistoryProps {
  readonly history: History;
  readonly view: ShownView;
  readonly now: number;
}

function ShownHistory({ history, view, now }: ShownHistoryProps) {
  const texts = useHistoryTexts();
  const { span: visible, moment, show } = view;
  const span = timeSpanOf(visible, now);
  const describe = useMomentText(history);
  const choose = (at: number): void => {
    const chosen = Math.min(at, now);
    show(spanWith(visible, chosen, now), chosen);
  };
  return (
    <>
      <Band
        history={history}
        span={span}
        moment={moment}
        label={texts('band')}
        momentText={describe(moment ?? Math.min(span.to, history.to))}
        onChoose={choose}
        onPan={(byMs) => show(panSpan(visible, byMs, now))}
        onZoom={(factor, around) => show(zoomSpan(visible, factor, around, now))}
      />
      <p className={styles.moment}>{moment === null ? texts('help') : describe(moment)}</p>
      <HistoryList
        entries={entriesOf(history, span)}
        to={history.to}
        chosenAt={moment === null ? undefined : periodAt(history.periods, moment)?.from}
        onChoose={choose}
      />
    </>
  );
}

/** Describes a moment: "02:14:05 · Out of bed · since 02:13:10, for 3 min". */
function useMomentText({ periods, gaps }: History): (moment: number) => string {
  const { t, language } = useTranslation();
  const texts = useHistoryTexts();
  const { dayTime } = useLocalTime();
  return (moment) => {
    const period = periodAt(periods, moment);
    if (period === undefined) {
      const isGap = gaps.some(({ from, to }) => from <= moment && moment < to);
      return `${dayTime(moment)} · ${texts(isGap ? 'gap' : 'unknown')}`;
    }
    const duration = formatDuration(period.to - period.from, language);
    const since = texts('since', { time: dayTime(period.from), duration });
    return `${dayTime(moment)} · ${t(`status.${statusOfCode(period.status).name}`)} · ${since}`;
  };
}
