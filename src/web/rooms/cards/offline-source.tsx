import { useTranslation } from '../../language/translation.tsx';
import type { Room } from '../../../domain/room.ts';

/** Names the sensor or gateway that is offline, so that staff know which one to check. */
export function OfflineSource({ stream, className }: { stream: Room; className: string | undefined }) {
  const { t } = useTranslation();
  const { offlineSource } = stream;
  if (offlineSource === undefined) return null;
  return <p className={className}>{t('source.offline', { source: t(`source.${offlineSource}`) })}</p>;
}
