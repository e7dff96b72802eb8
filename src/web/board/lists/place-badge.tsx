import { useTranslation } from '../../language/translation.tsx';
import { UiIcon, type UiIconName } from '../../ui/icons/icons.tsx';
import type { PlaceCount } from './use-counts.ts';
import styles from './place-badge.module.css';

interface PlaceBadgesProps {
  readonly count: PlaceCount | undefined;
  /** Whether the place is a ward that no visible and audible board shows. */
  readonly isUnwatched?: boolean;
}

/** The badges of a ward or a location. */
export function PlaceBadges({ count, isUnwatched = false }: PlaceBadgesProps) {
  const { t } = useTranslation();
  return (
    <>
      <CountBadges count={count} />{' '}
      {isUnwatched && <CountBadge kind="unwatched" icon="sound-off" text={t('screen.none')} />}
    </>
  );
}

/** The counts of a ward or a location: open alerts, rooms that are not monitored, and rooms without a device. */
function CountBadges({ count }: { readonly count: PlaceCount | undefined }) {
  const { t } = useTranslation();
  if (count === undefined) return null;
  const { alertCount, priority = 'medium', unmonitoredCount, noDeviceCount, isCurrent } = count;
  if (!isCurrent) return <CountBadge kind="unknown" icon="no-connection" text={t('alerts.unknown')} />;
  const alerts = t('alerts.count', { count: alertCount });
  const unmonitored = t('streams.not_monitored', { count: unmonitoredCount });
  return (
    <>
      {alertCount > 0 && (
        <CountBadge kind={priority} icon={priority === 'high' ? 'warning' : 'attention'} text={alerts} />
      )}{' '}
      {unmonitoredCount > 0 && <CountBadge kind="unmonitored" icon="no-connection" text={unmonitored} />}{' '}
      {noDeviceCount > 0 && <CountBadge kind="no-device" text={`${t('room.no_device')} · ${noDeviceCount}`} />}
    </>
  );
}

interface CountBadgeProps {
  readonly kind: 'high' | 'medium' | 'unmonitored' | 'no-device' | 'unwatched' | 'unknown';
  readonly icon?: UiIconName;
  readonly text: string;
}

function CountBadge({ kind, icon, text }: CountBadgeProps) {
  return (
    <span className={styles.pill} data-kind={kind}>
      {icon !== undefined && <UiIcon name={icon} size="1.15em" />}
      <span>{text}</span>
    </span>
  );
}
