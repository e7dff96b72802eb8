import { useTranslation } from '../../language/translation.tsx';
import type { SourceKind } from '../../../domain/source.ts';

interface OfflineSourceProps {
  readonly source: SourceKind;
  readonly className: string | undefined;
}

/** Names the sensor or gateway that is offline, so that staff know which one to check. */
export function OfflineSource({ source, className }: OfflineSourceProps) {
  const { t } = useTranslation();
  return <p className={className}>{t('source.offline', { source: t(`source.${source}`) })}</p>;
}
