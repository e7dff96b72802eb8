import { useTranslation } from 'react-i18next';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { clockTime, fullTime, relativeTime } from '../../ui/time/time-format.ts';
import { useNow } from '../../ui/time/use-now.ts';

/** A time as HH:mm:ss, with the full date as its tooltip. `instant`: ISO 8601. */
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

/** How long ago the notification was. With the time alone, staff would read 02:14:05 of yesterday as tonight. */
export function NotificationAge({ instant, className }: NotificationAgeProps) {
  const { i18n } = useTranslation();
  const now = useNow(15_000) + useClockOffsetMs();
  return <span className={className}>{relativeTime(instant, now, i18n.resolvedLanguage ?? 'en')}</span>;
}
