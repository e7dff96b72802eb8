import { useTranslation } from 'react-i18next';
import { useApi } from '../api/api-client.tsx';
import { IconCard } from '../ui/card/icon-card.tsx';
import { locationAddress } from './addresses.ts';
import { ListPage } from './list-page.tsx';
import { locationsQuery } from './queries.ts';
import { useChoose } from './selection.ts';
import { useList } from './use-list.ts';

/** The locations of a client (LIST-5, LIST-6). */
export function LocationListPage({ clientUuid }: { readonly clientUuid: string }) {
  const { t } = useTranslation();
  const locations = useList(locationsQuery(useApi(), clientUuid));
  const choose = useChoose();
  return (
    <ListPage list="locations" icon="location" items={locations}>
      {(location) => (
        <IconCard
          key={location.uuid}
          to={locationAddress(clientUuid, location.uuid)}
          icon="location"
          caption={t('locations.one')}
          name={location.displayName}
          onChoose={() => choose('location', location)}
        />
      )}
    </ListPage>
  );
}
