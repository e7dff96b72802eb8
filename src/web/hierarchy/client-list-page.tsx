import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useApi } from '../api/api-client.tsx';
import { IconCard } from '../ui/icon-card.tsx';
import { clientAddress } from './addresses.ts';
import { ListPage } from './list-page.tsx';
import { clientsQuery } from './queries.ts';
import { useChoose } from './selection.ts';
import { useList } from './use-list.ts';

/** Home: the clients, unless there is exactly one (LIST-1 to LIST-4, PROD-4). */
export function ClientListPage() {
  const { t } = useTranslation();
  const clients = useList(clientsQuery(useApi()));
  const choose = useChoose();
  const [only, ...others] = clients ?? [];
  if (only !== undefined && others.length === 0) {
    choose('client', only);
    return <Navigate to={clientAddress(only.uuid)} replace />;
  }
  return (
    <ListPage list="clients" icon="client" items={clients}>
      {(client) => (
        <IconCard
          key={client.uuid}
          to={clientAddress(client.uuid)}
          icon="client"
          caption={t('clients.one')}
          name={client.displayName}
          onChoose={() => choose('client', client)}
        />
      )}
    </ListPage>
  );
}
