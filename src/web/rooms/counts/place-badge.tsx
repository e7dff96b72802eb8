import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import type { PlaceCount, PlaceCounts } from './place-counts.ts';
import styles from './place-badge.module.css';

/** The badges of wards or locations, by the uuid of the place. `unwatched`: the wards that nobody watches. */
export function badgesOf(counts: PlaceCounts, unwatched: readonly string[] = []): ReadonlyMap<string, ReactNode> {
  const uuids = new Set([...counts.keys(), ...unwatched]);
  return new Map(
    [...uuids].map((uuid) => [
      uuid,
      <Fragment key={uuid}>
        <CountBadges count={counts.get(uuid)} /> {unwatched.includes(uuid) && <UnwatchedBadge />}
      </Fragment>,
    ]),
  );
}

/** No board that can be seen and heard shows the ward. */
function UnwatchedBadge() {
  const { t } = useTranslation();
  return (
    <span className={styles.pill} data-kind="unwatched">
      <UiIcon name="sound-off" className={styles.icon} />
      <span>{t('screen.none')}</span>
    </span>
  );
}

/** The open alerts of a ward or a location, and its rooms that are not monitored. Without both it shows nothing. */
function CountBadges({ count }: { readonly count: PlaceCount | undefined }) {
  const { t } = useTranslation();
  if (count === undefined) return null;
  const { alertCount, priority, unmonitoredCount, isCurrent } = count;
  if (!isCurrent) {
    return (
      <span className={styles.pill} data-kind="unknown">
        <UiIcon name="no-connection" className={styles.icon} />
        <span>{t('alerts.unknown')}</span>
      </span>
    );
  }
  return (
    <>
      {alertCount > 0 && (
        <span className={styles.pill} data-kind={priority}>
          <UiIcon name={priority === 'high' ? 'warning' : 'attention'} className={styles.icon} />
          <span>{t('alerts.count', { count: alertCount })}</span>
        </span>
      )}{' '}
      {unmonitoredCount > 0 && (
        <span className={styles.pill} data-kind="unmonitored">
          <UiIcon name="no-connection" className={styles.icon} />
          <span>{t('streams.not_monitored', { count: unmonitoredCount })}</span>
        </span>
      )}
    </>
  );
}
