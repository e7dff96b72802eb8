import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../ui/clock-time.ts';
import { age, fullTime } from './notification-time.ts';

/** HH:mm:ss of an ISO 8601 instant, with the full date for those who want to be sure. */
export function NotificationTime({ instant }: { readonly instant: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={instant} title={fullTime(instant, i18n.resolvedLanguage ?? 'en')}>
      {clockTime(instant)}
    </time>
  );
}

/** How long ago it was, beside the time: 02:14:05 of yesterday must not be read as tonight's. */
export function NotificationAge({
  instant,
  className,
}: {
  readonly instant: string;
  readonly className?: string | undefined;
}) {
  const { i18n } = useTranslation();
  const now = useSyncExternalStore(everyTick, currentTick);
  return <span className={className}>{age(instant, now, i18n.resolvedLanguage ?? 'en')}</span>;
}

const tickMs = 15_000;

/** Ages change with the minute; a tick every 15 s keeps them honest without a timer in each card. */
function everyTick(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}

function currentTick(): number {
  return Math.floor(Date.now() / tickMs) * tickMs + tickMs;
}
