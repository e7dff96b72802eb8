import type { ComponentType } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import type { Place } from './places.ts';
import { useConnectionReport, useWardsOfBoard } from './use-list.ts';

export interface LocationWards {
  readonly locationUuid: string;
  /** At least one. */
  readonly wards: readonly Place[];
}

interface WardsOfLocationProps {
  readonly locationUuid: string;
  /** Shows the rooms of the wards. */
  readonly page: ComponentType<LocationWards>;
}

/** Loads the wards of a location and passes them to a page. */
export function WardsOfLocation({ locationUuid, page: Page }: WardsOfLocationProps) {
  const { t } = useTranslation();
  const { query, wards } = useWardsOfBoard(locationUuid);
  if (wards === undefined) return <LoadingWards query={query} />;
  if (wards.length === 0) return <EmptyState icon="ward" text={t('wards.none')} />;
  return <Page locationUuid={locationUuid} wards={wards} />;
}

/** Until the page reports its connection, that of the list is shown. */
function LoadingWards({ query }: { readonly query: Parameters<typeof useConnectionReport>[0] }) {
  const { t } = useTranslation();
  useConnectionReport(query);
  return <LoadingOverlay title={t('wards.loading')} isAlone />;
}
