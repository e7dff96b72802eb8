import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../ui/clock-time.ts';
import { age, fullTime } from './notification-time.ts';

interface NotificationTimeProps {
  /** ISO 8601. */
  readonly instant: string;
  readonly className?: string | undefined;
  readonly ageClassName?: string | undefined;
}

/** HH:mm:ss and beside it the age, so that 02:14:05 of yesterday is not read as tonight's. */
export function NotificationTime({ instant, className, ageClassName }: NotificationTimeProps) {
  const { i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? 'en';
  const now = useSyncExternalStore(everyTick, currentTick);
  return (
    <p className={className}>
      <time dateTime={instant} title={fullTime(instant, language)}>
        {clockTime(instant)}
      </time>{' '}
      <span className={ageClassName}>{age(instant, now, language)}</span>
    </p>
  );
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
