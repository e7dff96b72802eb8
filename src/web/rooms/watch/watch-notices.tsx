import type { Room } from '../../../domain/room.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { clockTime } from '../../ui/time/time-format.ts';
import { useIsLongAgo } from '../../ui/time/use-now.ts';
import { AlertsOffNotice } from './alerts-off-notice.tsx';
import type { BoardAnswer } from './report-board.ts';
import { useWakeLock } from './wake-lock.ts';
import { wardList } from './ward-list.ts';
import styles from './watch-notices.module.css';

interface WatchNoticesProps extends UnwatchedProps {
  readonly rooms: readonly Room[];
}

type UnwatchedProps = Pick<BoardAnswer, 'unwatchedWards'>;

/**
 * Tells staff calmly that nobody watches another ward of the location, that falls raise no alert, and that this screen may
 * turn off.
 */
export function WatchNotices({ unwatchedWards, rooms }: WatchNoticesProps) {
  const { t } = useTranslation();
  const wakeLock = useWakeLock();
  return (
    <div role="status" className={styles.notices}>
      {unwatchedWards.length > 0 && (
        <p className={styles.notice}>
          <UiIcon name="sound-off" className={styles.icon} />
          <Unwatched unwatchedWards={unwatchedWards} />
        </p>
      )}
      <AlertsOffNotice rooms={rooms} />
      {wakeLock === 'refused' && (
        <p className={styles.notice}>
          <UiIcon name="night" className={styles.icon} />
          {t('screen.may_turn_off')}
        </p>
      )}
    </div>
  );
}

function Unwatched({ unwatchedWards }: UnwatchedProps) {
  const { t, language } = useTranslation();
  const [only, ...others] = unwatchedWards;
  const wards = wardList(
    unwatchedWards.map(({ displayName }) => displayName),
    language,
  );
  if (only !== undefined && others.length === 0) return <UnwatchedSince wards={wards} since={only.since} />;
  return <span>{t('screen.unwatched_wards', { wards })}</span>;
}

function UnwatchedSince({ wards, since }: { readonly wards: string; readonly since: string }) {
  const { t } = useTranslation();
  const time = clockTime(since).slice(0, -':00'.length);
  // The time of a long time ago would be read as that of another day, so it is left out.
  const isLongAgo = useIsLongAgo(Date.parse(since) - useClockOffsetMs());
  return <span>{isLongAgo ? t('screen.unwatched_wards', { wards }) : t('screen.unwatched', { wards, time })}</span>;
}
