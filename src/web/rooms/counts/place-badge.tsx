import type { ReactNode } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import type { PlaceCount, PlaceCounts } from './place-counts.ts';
import styles from './place-badge.module.css';

/** The badges of wards or locations, by the uuid of the place. */
export function badgesOf(counts: PlaceCounts): ReadonlyMap<string, ReactNode> {
  return new Map([...counts].map(([uuid, count]) => [uuid, <PlaceBadge key={uuid} count={count} />]));
}

/** The open alerts of a ward or a location, and its rooms that are not monitored. Without both it shows nothing. */
function PlaceBadge({ count }: { readonly count: PlaceCount }) {
  const { t } = useTranslation();
  const { alertCount, priority, unmonitoredCount, isCurrent } = count;
  if (!isCurrent) {
    return (
      <span className={styles.pill} data-kind="unknown">
        <UiIcon name="no-connection" className={styles.icon} />
        <span className={styles.words}>{t('alerts.unknown')}</span>
      </span>
    );
  }
  return (
    <>
      {alertCount > 0 && (
        <span className={styles.pill} data-kind={priority}>
          <UiIcon name={priority === 'high' ? 'warning' : 'attention'} className={styles.icon} />
          <span className={styles.words}>{t('alerts.count', { count: alertCount })}</span>
        </span>
      )}{' '}
      {unmonitoredCount > 0 && (
        <span className={styles.pill} data-kind="unmonitored">
          <UiIcon name="no-connection" className={styles.icon} />
          <span className={styles.words}>{t('streams.not_monitored', { count: unmonitoredCount })}</span>
        </span>
      )}
    </>
  );
}
