import { useRef } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import type { Room } from '../../../domain/room.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { roomsWithAlarm } from './room-alarms.ts';
import styles from './alarm-strip.module.css';
import { scrollToRoom } from './scroll-to-room.ts';
import { useHiddenCount } from './use-hidden-count.ts';

/**
 * A row with a button for each alarm of the ward. The row stays at the top of the screen while the board scrolls. Its
 * height is fixed, so that the cards do not move under a finger.
 */
export function AlarmStrip({ streams }: { readonly streams: readonly Room[] }) {
  const alarms = roomsWithAlarm(streams);
  return alarms.length > 0 && <Alarms alarms={alarms} />;
}

function Alarms({ alarms }: { readonly alarms: ReturnType<typeof roomsWithAlarm<Room>> }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const hiddenCount = useHiddenCount(list);
  const strip = useRef<HTMLElement>(null);
  return (
    <section ref={strip} className={styles.strip} aria-label={t('streams.alarms')}>
      <ul ref={list} className={styles.pills}>
        {alarms.map(({ room, alarm }) => (
          <li key={room.uuid} className={styles.item}>
            <button
              type="button"
              className={styles.pill}
              onClick={() => scrollToRoom(room.uuid, strip.current?.parentElement ?? null)}
            >
              <UiIcon name="warning" className={styles.icon} />
              <span className={styles.words}>
                <span className={styles.room}>{room.displayName}</span>
                <span className={styles.dot}> · </span>
                <span className={styles.alarm}>{t(`status.${alarm.name}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-label={t('streams.more_alarms', { count: hiddenCount })}
          onClick={() => scrollToNextRow(list.current)}
        >
          +{hiddenCount}
        </button>
      )}
    </section>
  );
}

/** Scrolls to the next row of alarms, and from the last row to the first. */
function scrollToNextRow(list: HTMLUListElement | null): void {
  if (list === null) return;
  const { scrollTop, clientHeight, scrollHeight } = list;
  const isLast = scrollTop + clientHeight >= scrollHeight - 1;
  list.scrollTo({ top: isLast ? 0 : scrollTop + clientHeight, behavior: 'instant' });
}
