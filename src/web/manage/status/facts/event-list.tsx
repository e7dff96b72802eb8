import { isServerEvent } from '../../../../domain/status/server-event.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { timeText } from '../time-text.ts';
import type { SystemStatus } from '../use-system-status.ts';
import styles from './facts.module.css';

const maxShownEvents = 30;

/** The newest events of all processes in words, the newest first. */
export function EventList({ status: { processes } }: { readonly status: SystemStatus }) {
  const { t, language } = useTexts();
  const now = useNow(60_000);
  const events = processes
    .flatMap(({ name, events: ofProcess }) => ofProcess.map((event) => ({ ...event, process: name })))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, maxShownEvents);
  return (
    <section className={pageStyles.section} aria-labelledby="status-events">
      <h2 id="status-events" className={pageStyles.heading}>
        {t('status.events')}
      </h2>
      <ol className={pageStyles.framedList}>
        {events.map(({ event, at, about, count, process }) => (
          <li key={`${process} ${at} ${event} ${about}`} className={styles.fact}>
            <time dateTime={at} className={styles.eventTime}>
              {timeText(at, now, language)}
            </time>
            <span className={pageStyles.words}>
              <span>
                {isServerEvent(event) ? t(`status.event.${event}`) : event}
                {count > 1 && ` (${count}×)`}
              </span>
              {(about !== null || processes.length > 1) && (
                <span className={pageStyles.detail} dir="auto">
                  {[about, processes.length > 1 ? process : null].filter((text) => text !== null).join(' · ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
