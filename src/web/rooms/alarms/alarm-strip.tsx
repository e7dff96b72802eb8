import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomStatus } from '../../../domain/room-status.ts';
import type { Stream } from '../../../domain/stream.ts';
import { UiIcon } from '../../ui/icons/ui-icon.tsx';
import { roomsWithAlarm } from './room-alarms.ts';
import styles from './alarm-strip.module.css';
import { scrollToRoom } from './scroll-to-room.ts';
import { useHiddenCount } from './use-hidden-count.ts';

/**
 * Every alarm of the ward in one row that stays in sight, however far its card is down the board.
 * It is never higher than that row: nothing moves under the finger of whoever taps a card meanwhile.
 */
export function AlarmStrip({ streams }: { readonly streams: readonly Stream[] }) {
  const alarms = roomsWithAlarm(streams);
  return alarms.length > 0 && <Alarms alarms={alarms} />;
}

interface AlarmsProps {
  readonly alarms: readonly { readonly room: Stream; readonly alarm: RoomStatus }[];
}

function Alarms({ alarms }: AlarmsProps) {
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
          onClick={() => turnPage(list.current)}
        >
          +{hiddenCount}
        </button>
      )}
    </section>
  );
}

/** The next row of pills; after the last one the first. */
function turnPage(list: HTMLUListElement | null): void {
  if (list === null) return;
  const { scrollTop, clientHeight, scrollHeight } = list;
  const isLast = scrollTop + clientHeight >= scrollHeight - 1;
  list.scrollTo({ top: isLast ? 0 : scrollTop + clientHeight, behavior: 'instant' });
}
