import { useTranslation } from '../../language/translation.tsx';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { formatRelativeTime } from '../../ui/time/time-format.ts';
import { useNow } from '../../ui/time/use-now.ts';

interface NotificationAgeProps {
  /** The time of the notification, in ISO 8601. */
  readonly instant: string;
  readonly className?: string | undefined;
}

/** Shows the age of a notification. From the time alone, staff would take 02:14:05 of yesterday for tonight. */
export function NotificationAge({ instant, className }: NotificationAgeProps) {
  const { language } = useTranslation();
  return (
    <span className={className}>{formatRelativeTime(instant, useNow(15_000) + useClockOffsetMs(), language)}</span>
  );
}
