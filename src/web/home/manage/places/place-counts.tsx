import { useTranslation } from '../../../language/translation.tsx';
import textStyles from '../../../ui/text.module.css';
import { useTexts } from '../../../administration/use-texts.ts';
import type { ManagedPlace } from '../../places.ts';

/** The counts of a place, such as `24 rooms · 2 inactive · 1 with an open alert · 3 rooms not monitored`. */
export function PlaceCountText({
  place: { roomCount, inactiveCount, alertCount, technicalCount },
}: {
  readonly place: ManagedPlace;
}) {
  const { t } = useTexts();
  const { t: board } = useTranslation();
  const parts = [
    t('rooms.room_count', { count: roomCount }),
    ...(inactiveCount > 0 ? [t('rooms.inactive_count', { count: inactiveCount })] : []),
    ...(alertCount > 0 ? [t('rooms.alert_count', { count: alertCount })] : []),
    ...(technicalCount > 0 ? [board('streams.not_monitored', { count: technicalCount })] : []),
  ];
  return <span className={textStyles.detail}>{parts.join(' · ')}</span>;
}
