import { useTranslation } from '../../language/translation.tsx';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { LoadingLine } from '../../ui/status/loading-line.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { calendarDay, clockTime } from '../../ui/time/time-format.ts';
import { useIsLongAgo } from '../../ui/time/use-now.ts';
import { isUnreliable, type WardState } from './state-machine/ward-state.ts';

/** Tells staff that the board is not live. Nothing is shown for a live board. */
export function ConnectionNotice({ ward }: { readonly ward: WardState }) {
  const { t } = useTranslation();
  if (isUnreliable(ward)) return <LostNotice ward={ward} />;
  if (ward.link !== 'polled') return null;
  return (
    <Notice icon="warning" tone="warning">
      <p role="status">{t('connection.polled_long')}</p>
    </Notice>
  );
}

/** Tells staff that they have to check the rooms in person. */
function LostNotice({ ward: { staleSince, streams, phase } }: { readonly ward: WardState }) {
  const { t } = useTranslation();
  return (
    <Notice icon="no-connection" tone="danger">
      <p role="alert">{staleSince === undefined ? t('connection.no_rooms') : <StaleSince instant={staleSince} />}</p>
      {streams !== undefined && phase === 'loading' && <LoadingLine title={t('streams.loading')} />}
    </Notice>
  );
}

function StaleSince({ instant }: { readonly instant: number }) {
  const { t, language } = useTranslation();
  const shown = instant + useClockOffsetMs();
  const time = clockTime(shown);
  const date = calendarDay(shown, language);
  return useIsLongAgo(instant) ? t('connection.lost_long_day', { date, time }) : t('connection.lost_long', { time });
}
