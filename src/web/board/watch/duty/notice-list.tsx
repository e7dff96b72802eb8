import type { Room } from '../../../../domain/room.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { dutyStore } from '../../../live/duty.ts';
import { useRoomTexts } from '../../../live/use-room-texts.ts';
import { useStore } from '../../../shared/create-store.ts';
import styles from './duty-panel.module.css';

/** For each room with an open alert: who got a message about it, and who was not reached. */
export function NoticeList({ rooms }: { readonly rooms: readonly Room[] }) {
  const texts = useRoomTexts();
  const { language } = useTranslation();
  const { notices = [] } = useStore(dutyStore);
  const lines = rooms.flatMap(({ uuid, displayName, alerts = [] }) => {
    const uuids = new Set(alerts.map((alert) => alert.uuid));
    const ofRoom = notices.filter(({ alertUUID }) => uuids.has(alertUUID));
    const namesOf = (wanted: string) => [
      ...new Set(ofRoom.filter(({ outcome }) => outcome === wanted).map(({ name }) => name ?? '?')),
    ];
    return ofRoom.length === 0 ? [] : { uuid, displayName, reached: namesOf('accepted'), unreached: namesOf('failed') };
  });
  if (lines.length === 0) return null;
  const join = (names: readonly string[]) => new Intl.ListFormat(language, { style: 'narrow' }).format(names);
  return (
    <ul className={styles.notices}>
      {lines.map(({ uuid, displayName, reached, unreached }) => (
        <li key={uuid}>
          <bdi className={styles.room}>{displayName}</bdi>
          {reached.length > 0 && <span>{texts('duty.reached', { names: join(reached) })}</span>}
          {unreached.length > 0 && (
            <strong className={styles.unreached}>{texts('duty.unreached', { names: join(unreached) })}</strong>
          )}
        </li>
      ))}
    </ul>
  );
}
