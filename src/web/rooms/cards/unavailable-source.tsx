import { useTranslation } from 'react-i18next';
import type { Room } from '../../../domain/room.ts';

/** Names the sensor or gateway that is offline, so that staff know which one to check. */
export function UnavailableSource({ stream, className }: { stream: Room; className: string | undefined }) {
  const { t } = useTranslation();
  const { unavailableSource } = stream;
  if (unavailableSource === undefined) return null;
  return <p className={className}>{t('source.unavailable', { source: t(`source.${unavailableSource}`) })}</p>;
}
