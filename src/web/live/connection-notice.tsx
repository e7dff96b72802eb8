import { useTranslation } from '../language/translation.tsx';
import { useClockOffsetMs } from '../api/server-clock.ts';
import { Notice } from '../ui/status/notice.tsx';
import { formatCalendarDay, formatClockTime } from '../ui/time/time-format.ts';
import { useIsLongAgo } from '../ui/time/use-now.ts';
import { hasLargeNotice, type LiveBoard } from './live-board.ts';

/** Warns staff that the board is not live. Shows nothing for a live board. */
export function ConnectionNotice({ board }: { readonly board: LiveBoard }) {
  const { t } = useTranslation();
  if (hasLargeNotice(board)) return <LostNotice board={board} />;
  if (board.link !== 'polled') return null;
  return (
    <Notice icon="warning" tone="warning">
      <p role="status">{t('connection.polled_long')}</p>
    </Notice>
  );
}

/** Tells staff that they have to check the rooms in person. */
function LostNotice({ board: { staleSince, streams, phase } }: { readonly board: LiveBoard }) {
  const { t } = useTranslation();
  return (
    <Notice icon="no-connection" tone="danger">
      <p role="alert">{staleSince === undefined ? t('connection.no_rooms') : <StaleSince instant={staleSince} />}</p>
      {streams !== undefined && phase === 'loading' && <p role="status">{t('streams.loading')}</p>}
    </Notice>
  );
}

function StaleSince({ instant }: { readonly instant: number }) {
  const { t, language } = useTranslation();
  const shown = instant + useClockOffsetMs();
  const time = formatClockTime(shown);
  const date = formatCalendarDay(shown, language);
  return useIsLongAgo(instant) ? t('connection.lost_long_day', { date, time }) : t('connection.lost_long', { time });
}

const maxOffsetMs = 60_000;

/** Warns staff that the computer's clock is wrong, so that they do not compare it with the times on the board. */
export function ClockNotice() {
  const { t } = useTranslation();
  if (Math.abs(useClockOffsetMs()) <= maxOffsetMs) return null;
  return (
    <Notice icon="warning" tone="warning">
      <p role="status">{t('clock.wrong')}</p>
    </Notice>
  );
}
