import { useState } from 'react';
import { useClockOffsetMs } from '../../../api/server-clock.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import { relativeTime } from '../../../ui/time/time-format.ts';
import { SelectField } from '../../shell/form/select-field.tsx';
import { LoadFailure } from '../../shell/load-failure.tsx';
import pageStyles from '../../shell/page.module.css';
import { useTexts } from '../../shell/use-texts.ts';
import { Batteries } from '../../home/batteries/batteries.tsx';
import { useRoomActivity, useLocations } from '../editor/known-rooms.ts';
import styles from './room-activity.module.css';

type Room = NonNullable<ReturnType<typeof useRoomActivity>['data']>['items'][number];

/** A location with thousands of rooms stays quick. The longest silent ones are the first. */
const maxShown = 200;

/** When each room of a location was last heard, and which of its sources is offline. */
export function RoomActivity() {
  const { t } = useTexts();
  const locations = useLocations();
  const [chosen, setChosen] = useState<string>();
  const location = locations.find(({ uuid }) => uuid === chosen) ?? locations[0];
  const { data, error, refetch } = useRoomActivity(location?.uuid);
  if (location === undefined) return null;
  const active = (data?.items ?? []).filter(({ isActive }) => isActive).toSorted(bySilence);
  return (
    <section className={pageStyles.section} aria-labelledby="room-activity">
      <h2 id="room-activity" className={pageStyles.heading}>
        {t('equipment.activity.title')}
      </h2>
      <p className={pageStyles.text}>{t('equipment.activity.text')}</p>
      {locations.length > 1 && (
        <SelectField
          name="location"
          label={t('equipment.location')}
          value={location.uuid}
          options={locations.map(({ uuid, label }) => ({ value: uuid, label }))}
          onChange={setChosen}
        />
      )}
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      <ul className={`${pageStyles.list} ${styles.rooms}`}>
        {active.slice(0, maxShown).map((room) => (
          <ActivityRow key={room.uuid} room={room} />
        ))}
      </ul>
      {active.length > maxShown && (
        <p className={pageStyles.text}>{t('equipment.activity.more', { count: active.length - maxShown })}</p>
      )}
    </section>
  );
}

function ActivityRow({ room }: { readonly room: Room }) {
  const { t, language } = useTexts();
  const now = useNow(10_000) + useClockOffsetMs();
  const { displayName, wardName, name, seenAt, isUnreachable, offlineSources, reportCount, batteries } = room;
  const time = seenAt === null ? '' : relativeTime(seenAt, now, language);
  const text =
    seenAt === null
      ? t('equipment.activity.never')
      : t(isUnreachable ? 'equipment.activity.silent' : 'equipment.activity.last', { time });
  return (
    <li className={styles.room} data-silent={isUnreachable || seenAt === null}>
      <p className={styles.name} dir="auto">
        {displayName} <span className={pageStyles.detail}>{`${wardName} · ${name}`}</span>
      </p>
      <p>{text}</p>
      <p className={pageStyles.detail}>{t('equipment.activity.count', { count: reportCount })}</p>
      <Batteries batteries={batteries} />
      {offlineSources.length > 0 && (
        <p className={styles.offline}>{t('equipment.activity.offline', { sources: offlineSources.join(', ') })}</p>
      )}
    </li>
  );
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Unreachable rooms first, then those never heard, then by name. */
function bySilence(a: Room, b: Room): number {
  const rank = ({ isUnreachable, seenAt }: Room) => (isUnreachable ? 0 : seenAt === null ? 1 : 2);
  return rank(a) - rank(b) || collator.compare(a.displayName, b.displayName);
}
