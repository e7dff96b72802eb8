import { type PointerEvent, useSyncExternalStore } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { clockOffsetMs, subscribeClockOffset } from '../../api/server-clock.ts';
import { subscribeClock } from '../../ui/time/clock.ts';
import { clockTime, fullTime, relativeTime } from '../../ui/time/time-format.ts';

interface NotificationTimeProps {
  /** ISO 8601. */
  readonly instant: string;
  readonly className?: string | undefined;
}

/** A time as HH:mm:ss, with the full date as its tooltip. */
export function NotificationTime({ instant, className }: NotificationTimeProps) {
  const { language } = useTranslation();
  // The tooltip is set when it can appear, because a date costs as much as the other texts of a card.
  const setTooltip = ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    currentTarget.title = fullTime(instant, language);
  };
  return (
    <time className={className} dateTime={instant} onPointerEnter={setTooltip}>
      {clockTime(instant)}
    </time>
  );
}

/** How long ago the notification was. With the time alone, staff would read 02:14:05 of yesterday as tonight. */
export function NotificationAge({ instant, className }: NotificationTimeProps) {
  const { language } = useTranslation();
  // React renders only the ages whose text has changed, because the text is the value of the store.
  const age = useSyncExternalStore(subscribeTime, () => relativeTime(instant, now(), language));
  return <span className={className}>{age}</span>;
}

const ageIntervalMs = 15_000;

/** The server's time, rounded up to an interval: React needs the same text until the next call of the listener. */
function now(): number {
  return Math.ceil(Date.now() / ageIntervalMs) * ageIntervalMs + clockOffsetMs();
}

function subscribeTime(listener: () => void): () => void {
  const unsubscribes = [subscribeClock(ageIntervalMs, listener), subscribeClockOffset(listener)];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
