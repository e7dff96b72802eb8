/** The pages of the clients, of the locations of a client and of the wards of a location. */
import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { useApi } from '../api/api-client.tsx';
import { CardGrid, CardGridItem } from '../ui/card/card-grid.tsx';
import { IconCard } from '../ui/card/icon-card.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { clientAddress, locationAddress, wardAddress } from './addresses.ts';
import styles from './list-pages.module.css';
import { placeCalls, type Place } from './places.ts';
import { type PlaceKind, useChoose } from './selection.ts';
import { useList } from './use-list.ts';

/** The home page. With exactly one client it redirects to the locations of that client (LIST-1 to LIST-4, PROD-4). */
export function ClientListPage() {
  const api = useApi();
  const clients = useList(['clients'], (signal) => api.call(placeCalls.clients, { signal }));
  const [only, ...others] = clients ?? [];
  if (only !== undefined && others.length === 0) return <OnlyClient client={only} />;
  return <ListPage kind="client" items={clients} addressOf={clientAddress} />;
}

/** Selects the only client and redirects to its locations (LIST-3). */
function OnlyClient({ client }: { readonly client: Place }) {
  const choose = useChoose();
  useEffect(() => choose('client', client), [choose, client]);
  return <Navigate to={clientAddress(client.uuid)} replace />;
}

/** The locations of a client (LIST-5, LIST-6). */
export function LocationListPage({ clientUuid }: { readonly clientUuid: string }) {
  const api = useApi();
  const query = { clientUUID: clientUuid };
  const locations = useList(['locations', clientUuid], (signal) => api.call(placeCalls.locations, { query, signal }));
  return <ListPage kind="location" items={locations} addressOf={(uuid) => locationAddress(clientUuid, uuid)} />;
}

interface WardListPageProps {
  readonly clientUuid: string;
  readonly locationUuid: string;
}

/** The wards of a location (LIST-7, LIST-8). */
export function WardListPage({ clientUuid, locationUuid }: WardListPageProps) {
  const api = useApi();
  const query = { locationUUID: locationUuid };
  const wards = useList(['wards', locationUuid], (signal) => api.call(placeCalls.wards, { query, signal }));
  return <ListPage kind="ward" items={wards} addressOf={(uuid) => wardAddress(clientUuid, locationUuid, uuid)} />;
}

interface ListPageProps {
  readonly kind: PlaceKind;
  /** The entries. Undefined until the list is loaded. */
  readonly items: readonly Place[] | undefined;
  /** The path of the page that a card links to. */
  readonly addressOf: (uuid: string) => string;
}

/** Shows a list: that it is loading, that it is empty, or a heading above the cards. */
function ListPage({ kind, items, addressOf }: ListPageProps) {
  const { t } = useTranslation();
  const choose = useChoose();
  const list = `${kind}s` as const;
  if (items === undefined) return <LoadingOverlay title={t(`${list}.loading`)} isAlone />;
  if (items.length === 0) return <EmptyState icon={kind} text={t(`${list}.none`)} />;
  return (
    <>
      <h1 className={styles.heading}>{t(`${list}.choose`)}</h1>
      <CardGrid label={t(`${list}.choose`)}>
        {items.map((item) => (
          <CardGridItem key={item.uuid}>
            <IconCard
              to={addressOf(item.uuid)}
              icon={kind}
              caption={t(`${list}.one`)}
              name={item.displayName}
              onChoose={() => choose(kind, item)}
            />
          </CardGridItem>
        ))}
      </CardGrid>
    </>
  );
}
