import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '../ui/card/card-grid.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import type { UiIconName } from '../ui/icons/ui-drawings.ts';
import { LoadingOverlay } from '../ui/status/loading-overlay.tsx';
import styles from './list-page.module.css';
import type { ListName } from './queries.ts';

interface ListPageProps<T> {
  readonly list: ListName;
  readonly icon: UiIconName;
  /** Undefined until the list is loaded. */
  readonly items: readonly T[] | undefined;
  readonly children: (item: T) => ReactNode;
}

/** The page of a list: loading, empty, or a heading above the cards. */
export function ListPage<T>({ list, icon, items, children }: ListPageProps<T>) {
  const { t } = useTranslation();
  if (items === undefined) return <LoadingOverlay title={t(`${list}.loading`)} isAlone />;
  if (items.length === 0) return <EmptyState icon={icon} text={t(`${list}.none`)} />;
  return (
    <>
      <h1 className={styles.heading}>{t(`${list}.choose`)}</h1>
      <CardGrid label={t(`${list}.choose`)}>{items.map(children)}</CardGrid>
    </>
  );
}
