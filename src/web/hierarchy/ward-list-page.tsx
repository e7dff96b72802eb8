import { useTranslation } from 'react-i18next';
import { useApi } from '../api/api-client.tsx';
import { IconCard } from '../ui/card/icon-card.tsx';
import { wardAddress } from './addresses.ts';
import { ListPage } from './list-page.tsx';
import { wardsQuery } from './queries.ts';
import { useChoose } from './selection.ts';
import { useList } from './use-list.ts';

interface WardListPageProps {
  readonly clientUuid: string;
  readonly locationUuid: string;
}

/** The wards of a location (LIST-7, LIST-8). */
export function WardListPage({ clientUuid, locationUuid }: WardListPageProps) {
  const { t } = useTranslation();
  const wards = useList(wardsQuery(useApi(), locationUuid));
  const choose = useChoose();
  return (
    <ListPage list="wards" icon="ward" items={wards}>
      {(ward) => (
        <IconCard
          key={ward.uuid}
          to={wardAddress(clientUuid, locationUuid, ward.uuid)}
          icon="ward"
          caption={t('wards.one')}
          name={ward.displayName}
          onChoose={() => choose('ward', ward)}
        />
      )}
    </ListPage>
  );
}
