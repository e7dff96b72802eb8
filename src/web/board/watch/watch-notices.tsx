import { useMemo } from 'react';
import { statusOfCode } from '../../../domain/room-status.ts';
import type { Room } from '../../../domain/room.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { useStore } from '../../shared/create-store.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { formatClockTime } from '../../ui/time/time-format.ts';
import { useIsLongAgo } from '../../ui/time/use-now.ts';
import { useRoomTexts } from '../../live/use-room-texts.ts';
import { alertWeakeningOf } from '../../../domain/alerts/shown-rule.ts';
import type { BoardResponse } from '../../live/report-board.ts';
import { wakeLockStore } from '../../sound/wake-lock.ts';
import styles from './watch-notices.module.css';

interface WatchNoticesProps extends UnwatchedProps {
  readonly rooms: readonly Room[];
}

type UnwatchedProps = Pick<BoardResponse, 'unwatchedWards'>;

/** Calm notices: a sister ward is unwatched, rules keep falls from raising alerts, or this screen may turn off. */
export function WatchNotices({ unwatchedWards, rooms }: WatchNoticesProps) {
  const { t } = useTranslation();
  const lock = useStore(wakeLockStore);
  return (
    <div role="status" className={styles.notices}>
      {unwatchedWards.length > 0 && (
        <p className={styles.notice}>
          <UiIcon name="sound-off" size="1.25rem" />
          <UnwatchedNotice unwatchedWards={unwatchedWards} />
        </p>
      )}
      <AlertsOffNotice rooms={rooms} />
      {lock === 'refused' && (
        <p className={styles.notice}>
          <UiIcon name="night" size="1.25rem" />
          {t('screen.may_turn_off')}
        </p>
      )}
    </div>
  );
}

/**
 * Names the unwatched wards. For a single ward it also says since when, unless that was more than 12 hours ago, because
 * the text has no date.
 */
function UnwatchedNotice({ unwatchedWards }: UnwatchedProps) {
  const { t, language } = useTranslation();
  const [{ since } = { since: '' }, ...others] = unwatchedWards;
  const isLongAgo = useIsLongAgo(Date.parse(since) - useClockOffsetMs());
  const names = unwatchedWards.map(({ displayName }) => displayName);
  const wards = wardList(names, language);
  const time = formatClockTime(since).slice(0, -':00'.length);
  const hasTime = others.length === 0 && !isLongAgo;
  return <span>{hasTime ? t('screen.unwatched', { wards, time }) : t('screen.unwatched_wards', { wards })}</span>;
}

/** The maximum number of rooms that a notice names. */
const maxNamed = 5;

/** Tells staff in which rooms the alert rules let falls raise no alert, or an urgent alert only at some times. */
function AlertsOffNotice({ rooms }: { readonly rooms: readonly Room[] }) {
  const { t } = useTranslation();
  const texts = useRoomTexts();
  const off = useMemo(() => alertsOffOf(rooms), [rooms]);
  return off.map(({ how, statuses, rooms: names }) => {
    const status = statuses.map((code) => t(`status.${statusOfCode(code).name}`)).join(', ');
    const listed = names && [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['…'] : [])].join(', ');
    return (
      <p key={`${how} ${status}`} className={styles.notice}>
        <UiIcon name="warning" size="1.25rem" />
        {listed === null
          ? texts(`watch.alerts_${how}`, { statuses: status })
          : texts(`watch.alerts_${how}_in`, { rooms: listed, statuses: status })}
      </p>
    );
  });
}

type WeakenedStatuses = NonNullable<ReturnType<typeof alertWeakeningOf>>;

/**
 * Finds the rooms whose rules let a status of high priority, such as a fall, raise no alert (`off`), or an urgent alert
 * not at all times (`limited`). Returns one entry for each combination of statuses. Skips inactive rooms, because they
 * are not monitored at all. `statuses`: the status codes. `rooms`: the names of the rooms; null: all rooms of the
 * board.
 */
export function alertsOffOf(rooms: readonly Room[]) {
  const active = rooms.filter(({ status }) => status === 'ACTIVE');
  return (['off', 'limited'] as const).flatMap((how) => {
    const byStatuses = Map.groupBy(active, (room) => JSON.stringify(statusesOf(room, how)));
    return [...byStatuses.values()].flatMap((same) => {
      const statuses = same.slice(0, 1).flatMap((room) => statusesOf(room, how));
      if (statuses.length === 0) return [];
      return [
        { how, statuses, rooms: same.length === active.length ? null : same.map(({ displayName }) => displayName) },
      ];
    });
  });
}

function statusesOf({ alertRules = [] }: Room, how: WeakenedStatuses): readonly number[] {
  return alertRules.filter((rule) => alertWeakeningOf(rule) === how).map(({ status }) => status);
}

/** Formats names of wards as a list in the language of the page, such as "Ward X and Ward Y". */
export function wardList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language).format(names);
}
