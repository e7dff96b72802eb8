/** The pages of the clients, of the locations of a client and of the wards of a location. */
import { type ReactNode, useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { CardGrid, CardGridItem } from '../ui/card/card-grid.tsx';
import { IconCard } from '../ui/card/icon-card.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import { allWardsAddress, clientAddress, locationAddress, wardAddress } from './addresses.ts';
import styles from './list-pages.module.css';
import type { Place } from './places.ts';
import { type PlaceKind, useChoose } from './selection.ts';
import { useClients } from './use-list.ts';

/** The home page. With exactly one client it redirects to the locations of that client (LIST-1 to LIST-4, PROD-4). */
export function ClientListPage({ link, whenEmpty }: Pick<ListPageProps, 'link' | 'whenEmpty'>) {
  const clients = useClients();
  const [only, ...others] = clients ?? [];
  if (only !== undefined && others.length === 0) return <OnlyClient client={only} />;
  return <ListPage kind="client" items={clients} addressOf={clientAddress} link={link} whenEmpty={whenEmpty} />;
}

/** Selects the only client and redirects to its locations (LIST-3). */
function OnlyClient({ client }: { readonly client: Place }) {
  const choose = useChoose();
  useEffect(() => choose('client', client), [choose, client]);
  return <Navigate to={clientAddress(client.uuid)} replace />;
}

/** What the card of a place shows below its name, by the uuid of the place. */
type Badges = ReadonlyMap<string, ReactNode>;

interface LocationListPageProps {
  readonly clientUuid: string;
  readonly locations: readonly Place[] | undefined;
  readonly badges: Badges;
  readonly link: ReactNode;
}

/** The locations of a client (LIST-5, LIST-6). */
export function LocationListPage({ clientUuid, locations, badges, link }: LocationListPageProps) {
  const addressOf = (uuid: string) => locationAddress(clientUuid, uuid);
  return <ListPage kind="location" items={locations} addressOf={addressOf} badges={badges} link={link} />;
}

interface WardListPageProps {
  readonly clientUuid: string;
  readonly locationUuid: string;
  readonly wards: readonly Place[] | undefined;
  readonly badges: Badges;
  /** Whether there is a page with all wards. Its link has its space from the beginning, so that no card moves. */
  readonly canShowAll: boolean;
  readonly link: ReactNode;
}

/** The wards of a location (LIST-7, LIST-8). */
export function WardListPage({ clientUuid, locationUuid, wards, badges, canShowAll, link }: WardListPageProps) {
  const { t } = useTranslation();
  const links = (
    <>
      {link}
      <Link to={allWardsAddress(clientUuid, locationUuid)} className={styles.all} data-shown={canShowAll}>
        <UiIcon name="grid" className={styles.allIcon} />
        {t('wards.all')}
      </Link>
    </>
  );
  const addressOf = (uuid: string) => wardAddress(clientUuid, locationUuid, uuid);
  return <ListPage kind="ward" items={wards} addressOf={addressOf} badges={badges} link={links} />;
}

interface ListPageProps {
  readonly kind: PlaceKind;
  /** The entries. Undefined until the list is loaded. */
  readonly items: readonly Place[] | undefined;
  /** The path of the page that a card links to. */
  readonly addressOf: (uuid: string) => string;
  readonly badges?: Badges;
  /** Links beside the heading. */
  readonly link: ReactNode;
  /** Shown below the text that the list is empty. */
  readonly whenEmpty?: ReactNode;
}

/** Shows a list: that it is loading, that it is empty, or a heading above the cards. */
function ListPage({ kind, items, addressOf, badges, link, whenEmpty }: ListPageProps) {
  const { t } = useTranslation();
  const choose = useChoose();
  const list = `${kind}s` as const;
  if (items === undefined) return <LoadingOverlay title={t(`${list}.loading`)} isAlone />;
  if (items.length === 0) {
    return (
      <EmptyState icon={kind} text={t(`${list}.none`)}>
        {link}
        {whenEmpty}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.heading}>{t(`${list}.choose`)}</h1>
        <div className={styles.links}>{link}</div>
      </div>
      <CardGrid label={t(`${list}.choose`)}>
        {items.map((item) => (
          <CardGridItem key={item.uuid}>
            <IconCard
              to={addressOf(item.uuid)}
              icon={kind}
              caption={t(`${list}.one`)}
              name={item.displayName}
              onChoose={() => choose(kind, item)}
              badge={badges?.get(item.uuid)}
            />
          </CardGridItem>
        ))}
      </CardGrid>
    </>
  );
}
