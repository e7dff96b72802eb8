/** The administration: the navigation beside the page, or instead of it on a phone. */
import { type ReactNode, useEffect } from 'react';
import { Link, NavLink, Route, Routes } from 'react-router';
import { type Me, useMe } from '../../api/me.ts';
import { reportConnection } from '../../api/connection-state.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { type ManagePage, managePages } from '../pages.ts';
import { LoadFailure } from './load-failure.tsx';
import { ManageIcon } from './manage-icon.tsx';
import { NotificationProvider } from './notifications.tsx';
import { Page } from './page.tsx';
import { UnsavedChangesProvider } from './unsaved/unsaved-changes-provider.tsx';
import { useTexts } from './use-texts.ts';
import styles from './manage.module.css';

export function Manage() {
  const { t } = useTexts();
  const { data: me, error, refetch } = useMe();
  // The pages show when their own requests fail.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  if (me === undefined) {
    if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
    return <LoadingOverlay title={t('shell.loading')} isAlone />;
  }
  const pages = managePages.filter(({ isFor }) => isFor(me));
  if (pages.length === 0) return <EmptyState icon="warning" text={t('shell.forbidden')} />;
  return (
    <UnsavedChangesProvider>
      <NotificationProvider>
        <Routes>
          <Route index element={<Overview pages={pages} />} />
          {pages.map(({ name, Page: Content }) => (
            <Route key={name} path={`${name}/*`} element={<PageFrame pages={pages} page={<Content />} />} />
          ))}
          <Route path="*" element={<UnknownPage me={me} />} />
        </Routes>
      </NotificationProvider>
    </UnsavedChangesProvider>
  );
}

type Pages = readonly ManagePage[];

function PageFrame({ pages, page }: { readonly pages: Pages; readonly page: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label={t('shell.pages')}>
        {pages.map(({ name, icon }) => (
          <NavLink key={name} to={`/manage/${name}`} className={styles.sideLink ?? ''}>
            <ManageIcon name={icon} className={styles.icon} />
            {t(`${name}.title`)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.page}>{page}</div>
    </div>
  );
}

/** All pages with what each is for. */
function Overview({ pages }: { readonly pages: Pages }) {
  const { t } = useTexts();
  return (
    <Page title={t('shell.title')} className={styles.overview}>
      <nav className={styles.cards} aria-label={t('shell.pages')}>
        {pages.map(({ name, icon }) => (
          <Link key={name} to={`/manage/${name}`} className={styles.card}>
            <ManageIcon name={icon} className={styles.cardIcon} />
            <span className={styles.cardWords}>
              <span className={styles.cardTitle}>{t(`${name}.title`)}</span>
              <span className={styles.cardText}>{t(`${name}.about`)}</span>
            </span>
            <UiIcon name="chevron-right" className={styles.icon} />
          </Link>
        ))}
      </nav>
    </Page>
  );
}

/** An unknown address, or a page for another role. */
function UnknownPage({ me }: { readonly me: Me }) {
  const { t } = useTexts();
  const isForAnother = managePages.some(({ name, isFor }) => location.pathname === `/manage/${name}` && !isFor(me));
  return <EmptyState icon="warning" text={t(isForAnother ? 'shell.forbidden' : 'shell.not_found')} />;
}
