/**
 * The routes of the lists of clients, locations and wards. Cards of locations and wards show the number of open alerts,
 * and those of wards whether the ward is unwatched.
 */
import { type ReactNode, useEffect } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { allWardsPathOf, clientPathOf, locationPathOf, wardPathOf } from '../../home/lists/addresses.ts';
import { ContinueSetUp } from '../../home/lists/continue-set-up.tsx';
import { PageLinks } from '../../home/lists/page-links.tsx';
import type { ListedPlace } from '../../home/lists/places.ts';
import { type PlaceKind, useChoose } from '../../home/lists/selection.ts';
import { useClients, useLocations, useWards } from '../../home/lists/use-list.ts';
import { useTranslation } from '../../language/translation.tsx';
import buttonStyles from '../../ui/button.module.css';
import gridStyles from '../../ui/card/card-grid.module.css';
import { IconCard } from '../../ui/card/icon-card.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { PlaceBadges } from './place-badge.tsx';
import styles from './place-lists.module.css';
import { useLocationCounts, useWardCounts } from './use-counts.ts';

/** The home page. With exactly one client it redirects to the locations of that client (LIST-1 to LIST-4, PROD-4). */
export function Clients() {
  const clients = useClients();
  const [only, ...others] = clients ?? [];
  return (
    <>
      {only !== undefined && others.length === 0 ? (
        <RedirectToOnlyClient client={only} />
      ) : (
        <PlaceList kind="client" items={clients} addressOf={clientPathOf} />
      )}
      <ContinueSetUp />
    </>
  );
}

/** Selects the only client and redirects to its locations (LIST-3). */
function RedirectToOnlyClient({ client }: { readonly client: ListedPlace }) {
  const choose = useChoose();
  useEffect(() => choose('client', client), [choose, client]);
  return <Navigate to={clientPathOf(client.uuid)} replace />;
}

/** The locations of a client (LIST-5, LIST-6). */
export function Locations() {
  const { clientUuid = '' } = useParams();
  const locations = useLocations(clientUuid);
  const counts = useLocationCounts((locations ?? []).map(({ uuid }) => uuid));
  const addressOf = (uuid: string) => locationPathOf(clientUuid, uuid);
  const badgeOf = ({ uuid }: ListedPlace) => counts.has(uuid) && <PlaceBadges count={counts.get(uuid)} />;
  return (
    <>
      <PlaceList kind="location" items={locations} addressOf={addressOf} badgeOf={badgeOf} />
      <ContinueSetUp />
    </>
  );
}

/** The wards of a location (LIST-7, LIST-8). The space of the link to all wards is reserved, so that no card moves. */
export function Wards() {
  const { t } = useTranslation();
  const { clientUuid = '', locationUuid = '' } = useParams();
  const wards = useWards(locationUuid);
  const uuids = (wards ?? []).map(({ uuid }) => uuid);
  const counts = useWardCounts(locationUuid, uuids);
  const badgeOf = ({ uuid, unwatchedSince }: ListedPlace) => {
    const isUnwatched = unwatchedSince !== undefined;
    return (counts.has(uuid) || isUnwatched) && <PlaceBadges count={counts.get(uuid)} isUnwatched={isUnwatched} />;
  };
  const addressOf = (uuid: string) => wardPathOf(clientUuid, locationUuid, uuid);
  return (
    <PlaceList kind="ward" items={wards} addressOf={addressOf} badgeOf={badgeOf}>
      <Link
        to={allWardsPathOf(clientUuid, locationUuid)}
        className={`${buttonStyles.quiet} ${styles.all}`}
        data-shown={counts.size > 1}
      >
        <UiIcon name="grid" size={20} />
        {t('wards.all')}
      </Link>
    </PlaceList>
  );
}

interface PlaceListProps {
  readonly kind: PlaceKind;
  /** The places of the list. Undefined until they are loaded. */
  readonly items: readonly ListedPlace[] | undefined;
  /** Returns the path of the page that a card opens. */
  readonly addressOf: (uuid: string) => string;
  /** What the card of a place shows below its name. */
  readonly badgeOf?: (place: ListedPlace) => ReactNode;
  /** Links beside the heading, such as the link to all wards. */
  readonly children?: ReactNode;
}

/** A list page: the loading state, the empty state, or the heading and the cards. */
function PlaceList({ kind, items, addressOf, badgeOf, children }: PlaceListProps) {
  const { t } = useTranslation();
  const choose = useChoose();
  const list = `${kind}s` as const;
  if (items === undefined) return <LoadingOverlay title={t(`${list}.loading`)} isAlone />;
  if (items.length === 0) {
    return (
      <EmptyState icon={kind} text={t(`${list}.none`)}>
        <PageLinks />
        {children}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.heading}>{t(`${list}.choose`)}</h1>
        <div className={styles.links}>
          <PageLinks />
          {children}
        </div>
      </div>
      <ul className={gridStyles.grid} aria-label={t(`${list}.choose`)}>
        {items.map((item) => (
          <li key={item.uuid} className={gridStyles.item}>
            <IconCard
              to={addressOf(item.uuid)}
              icon={kind}
              caption={t(`${list}.one`)}
              name={item.displayName}
              onChoose={() => choose(kind, item)}
              badge={badgeOf?.(item)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
