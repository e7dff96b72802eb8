import { useTranslation } from 'react-i18next';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import { CardGrid } from '../ui/card/card-grid.tsx';
import { IconCard } from '../ui/card/icon-card.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import styles from './list-page.module.css';
import type { PlaceKind } from './queries.ts';
import { useChoose } from './selection.ts';

interface ListPageProps<T> {
  readonly kind: PlaceKind;
  /** Undefined until the list is loaded. */
  readonly items: readonly T[] | undefined;
  /** Path of the page that a card links to. */
  readonly addressOf: (uuid: string) => string;
}

/** The page of a list: loading, empty, or a heading above the cards. */
export function ListPage<T extends Client | Location | Ward>({ kind, items, addressOf }: ListPageProps<T>) {
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
          <IconCard
            key={item.uuid}
            to={addressOf(item.uuid)}
            icon={kind}
            caption={t(`${list}.one`)}
            name={item.displayName}
            onChoose={() => choose(kind, item)}
          />
        ))}
      </CardGrid>
    </>
  );
}
