/** The page of a ward's night: all rooms as lanes, from the start of the shift to now. */
import { useParams } from 'react-router';
import { sortByDisplayName } from '../../../domain/hierarchy.ts';
import { localClockOf } from '../../../domain/local-time/local-clock.ts';
import { startOfShift } from '../../../domain/local-time/shifts.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useConnectionReport } from '../../home/lists/use-list.ts';
import { useSelection } from '../../home/lists/selection.ts';
import { useTranslation } from '../../language/translation.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { useNow } from '../../ui/time/use-now.ts';
import { LoadFailure } from '../load-failure.tsx';
import pageStyles from '../history-page.module.css';
import { HistoryTimeZone } from '../local-time.ts';
import { SpanControls } from '../span-controls.tsx';
import { useHistoryTexts } from '../use-history-texts.ts';
import { type ShownView, useView } from '../use-view.ts';
import { panSpan, spanWith, timeSpanOf, zoomSpan } from '../visible-span.ts';
import { Lanes } from './lanes.tsx';
import { RoomsAtMoment } from './rooms-at-moment.tsx';
import type { WardHistory } from './ward-history.ts';
import { useWardHistory } from './use-ward-history.ts';

/** At the start of a shift the page shows the end of the one before. */
const minLengthMs = 2 * 3_600_000;

export function WardHistoryPage() {
  const { wardUuid = '' } = useParams();
  return <LoadedWard key={wardUuid} wardUuid={wardUuid} />;
}

function LoadedWard({ wardUuid }: { readonly wardUuid: string }) {
  const { language } = useTranslation();
  const texts = useHistoryTexts();
  const clock = useNow(5_000) + useClockOffsetMs();
  // The address has the length from the first rendering on, so the clock of the browser is near enough.
  const view = useView(Math.max(minLengthMs, clock - startOfShift(localClockOf(undefined), clock)));
  const { data, error, refetch, isPlaceholderData } = useWardHistory(wardUuid, view.span, clock);
  const history = data && { ...data, rooms: sortByDisplayName(data.rooms, language) };
  useConnectionReport({
    isError: error !== null,
    dataUpdatedAt: history?.fetchedAt ?? 0,
    isFetchedAfterMount: history !== undefined,
  });
  if (history === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (history === undefined) return <LoadingOverlay title={texts('loading')} isAlone />;
  return (
    <ShownWard
      history={history}
      view={view}
      now={view.span.to === null ? history.to : clock}
      isBusy={isPlaceholderData}
    />
  );
}

interface ShownWardProps {
  readonly history: WardHistory;
  readonly view: ShownView;
  /** The end of what can be shown, in epoch milliseconds. */
  readonly now: number;
  readonly isBusy: boolean;
}

function ShownWard({ history, view, now, isBusy }: ShownWardProps) {
  const { t } = useTranslation();
  const { ward } = useSelection();
  const span = timeSpanOf(view.span, now);
  const choose = (at: number): void => {
    const chosen = Math.min(at, now);
    view.show(spanWith(view.span, chosen, now), chosen);
  };
  return (
    <HistoryTimeZone value={history.timeZone}>
      <article className={pageStyles.page} aria-busy={isBusy}>
        <h1 className={pageStyles.title} dir="auto">
          {ward?.displayName ?? t('wards.one')}
          <span className={pageStyles.kind}> {t('history')}</span>
        </h1>
        <SpanControls
          span={span}
          isLive={view.span.to === null}
          onZoom={(factor) => view.show(zoomSpan(view.span, factor, view.moment ?? span.to, now))}
          onPan={(share) => view.show(panSpan(view.span, share * view.span.lengthMs, now))}
          onNow={() => view.show({ ...view.span, to: null })}
        />
        {history.rooms.length === 0 && <p>{t('streams.none')}</p>}
        {history.rooms.length > 0 && (
          <>
            <Lanes
              history={history}
              span={span}
              moment={view.moment}
              onChoose={choose}
              onPan={(byMs) => view.show(panSpan(view.span, byMs, now))}
              onZoom={(factor, around) => view.show(zoomSpan(view.span, factor, around, now))}
            />
            <RoomsAtMoment history={history} moment={view.moment ?? Math.min(span.to, history.to)} />
          </>
        )}
      </article>
    </HistoryTimeZone>
  );
}
