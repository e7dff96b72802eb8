/** The frame of the administration: the navigation beside the page, or in place of it on a phone. */
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import { isAdministrator, isAdministratorOfEverything, isManager, type Me, useMe } from '../../api/me.ts';
import { lazyComponent } from '../../shared/lazy-component.tsx';
import { reportConnection } from '../../api/connection-state.ts';
import { List, ListRow } from '../../ui/list/list.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import textStyles from '../../ui/text.module.css';
import { LoadingOverlay } from '../../ui/status/loading-overlay.tsx';
import { LoadFailure } from '../../administration/load-state.tsx';
import { ManageIcon, type ManageIconName } from '../../administration/manage-icon.tsx';
import { ChangeProviders } from '../../administration/outcomes/change-providers.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextsProvider } from '../../administration/texts-provider.tsx';
import { type ManageTexts, useTexts } from '../../administration/use-texts.ts';
import styles from './manage.module.css';

interface ManagePage {
  /**
   * The name of the page: the last segment of its address, its icon, and the file of its texts with `title` and
   * `about`.
   */
  readonly name: Exclude<keyof ManageTexts, 'account' | 'reasons' | 'shell'> & ManageIconName;
  /** Whether the user has the role that the page's calls require. The server checks each call itself. */
  readonly isFor: (me: Me) => boolean;
  readonly Page: ComponentType;
}

const Rooms = lazyComponent(async () => (await import('../../home/manage/rooms-page.tsx')).RoomsPage);
const Devices = lazyComponent(async () => (await import('../../devices/devices-page.tsx')).DevicesPage);
const Equipment = lazyComponent(async () => (await import('../../equipment/equipment-page.tsx')).EquipmentPage);
const WallBoards = lazyComponent(
  async () => (await import('../../wall-boards/manage/wall-boards-page.tsx')).WallBoardsPage,
);
const Rules = lazyComponent(async () => (await import('../../rules/rules-page.tsx')).RulesPage);
const Contacts = lazyComponent(async () => (await import('../../contacts/contacts-page.tsx')).ContactsPage);
const Figures = lazyComponent(async () => (await import('../../figures/figures-page.tsx')).FiguresPage);
const People = lazyComponent(async () => (await import('../../people/people-page.tsx')).PeoplePage);
const Status = lazyComponent(async () => (await import('../../status/status-page.tsx')).StatusPage);
const Audit = lazyComponent(async () => (await import('../../audit/audit-page.tsx')).AuditPage);

/** The pages of the administration in the order of its navigation. The code of a page is loaded when it is opened. */
const managePages: readonly ManagePage[] = [
  { name: 'rooms', isFor: isManager, Page: Rooms },
  { name: 'devices', isFor: isManager, Page: Devices },
  { name: 'equipment', isFor: isAdministratorOfEverything, Page: Equipment },
  { name: 'wall-boards', isFor: isManager, Page: WallBoards },
  { name: 'rules', isFor: isManager, Page: Rules },
  { name: 'contacts', isFor: isManager, Page: Contacts },
  { name: 'figures', isFor: isManager, Page: Figures },
  { name: 'people', isFor: isAdministratorOfEverything, Page: People },
  { name: 'status', isFor: isAdministratorOfEverything, Page: Status },
  { name: 'audit', isFor: isAdministrator, Page: Audit },
];

export function ManagePages() {
  return (
    <TextsProvider>
      <AllowedPages />
    </TextsProvider>
  );
}

function AllowedPages() {
  const { t } = useTexts();
  const { data: me, error, refetch } = useMe();
  // Hides the connection indicator, because the pages of the administration show their failed requests themselves.
  useEffect(() => reportConnection({ kind: 'none' }), []);
  if (me === undefined) {
    if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
    return <LoadingOverlay title={t('shell.loading')} isAlone />;
  }
  const pages = managePages.filter(({ isFor }) => isFor(me));
  const forbidden = <EmptyState icon="warning" text={t('shell.forbidden')} />;
  if (pages.length === 0) return forbidden;
  return (
    <ChangeProviders>
      <Routes>
        <Route index element={<Overview pages={pages} />} />
        {managePages.map(({ name, isFor, Page: Content }) => {
          const page = isFor(me) ? <PageFrame pages={pages} page={<Content />} /> : forbidden;
          return <Route key={name} path={`${name}/*`} element={page} />;
        })}
        <Route path="*" element={<EmptyState icon="warning" text={t('shell.not_found')} />} />
      </Routes>
    </ChangeProviders>
  );
}

type Pages = readonly ManagePage[];

function PageFrame({ pages, page }: { readonly pages: Pages; readonly page: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className={styles.frame}>
      <nav className={styles.side} aria-label={t('shell.pages')}>
        {pages.map(({ name }) => (
          <NavLink key={name} to={`/manage/${name}`} className={styles.sideLink ?? ''}>
            <ManageIcon name={name} size={22} />
            {t(`${name}.title`)}
          </NavLink>
        ))}
      </nav>
      <div className={styles.page}>{page}</div>
    </div>
  );
}

/** The start page of the administration: a list of its pages, each with a sentence about what it is for. */
function Overview({ pages }: { readonly pages: Pages }) {
  const { t } = useTexts();
  return (
    <Page title={t('shell.title')} isWide>
      <nav aria-label={t('shell.pages')}>
        <List className={styles.cards}>
          {pages.map(({ name }) => (
            <ListRow
              key={name}
              icon={<ManageIcon name={name} className={styles.cardIcon} />}
              name={t(`${name}.title`)}
              to={`/manage/${name}`}
            >
              <span className={textStyles.detail}>{t(`${name}.about`)}</span>
            </ListRow>
          ))}
        </List>
      </nav>
    </Page>
  );
}
