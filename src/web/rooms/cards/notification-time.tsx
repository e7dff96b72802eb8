import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime, fullTime, relativeTime } from '../../ui/time/time-format.ts';

/** The time as HH:mm:ss, with the full date as its tooltip. `instant`: ISO 8601. */
export function NotificationTime({ instant }: { readonly instant: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={instant} title={fullTime(instant, i18n.resolvedLanguage ?? 'en')}>
      {clockTime(instant)}
    </time>
  );
}

interface NotificationAgeProps {
  readonly instant: string;
  readonly className?: string | undefined;
}

/** How long ago the notification was. Without it, 02:14:05 of yesterday would read as tonight. */
export function NotificationAge({ instant, className }: NotificationAgeProps) {
  const { i18n } = useTranslation();
  const now = useSyncExternalStore(subscribeToTicks, currentTick);
  return <span className={className}>{relativeTime(instant, now, i18n.resolvedLanguage ?? 'en')}</span>;
}

/** Ages are shown in minutes, so one tick every 15 s is precise enough. */
const tickIntervalMs = 15_000;

function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickIntervalMs);
  return () => clearInterval(timer);
}

function currentTick(): number {
  return Math.floor(Date.now() / tickIntervalMs) * tickIntervalMs + tickIntervalMs;
}
