import { useEffect, useRef } from 'react';
import { matchPath, Outlet, useLocation } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { managePath, managePattern } from '../home/lists/addresses.ts';
import { isBoardPath } from '../home/lists/board-path.ts';
import { Breadcrumb } from '../home/lists/breadcrumb.tsx';
import { callbackPath } from '../identity/paths.ts';
import { useSessionState } from '../identity/session-context.tsx';
import { useKeptPhone } from '../phones/use-kept-phone.ts';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { UpdateNotice } from '../offline/update-notice.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Notice } from '../ui/status/notice.tsx';
import type { Board } from './board.ts';
import { CrashPage } from './crash-page.tsx';
import styles from './layout.module.css';
import { TopBar } from './top-bar.tsx';

interface LayoutProps {
  readonly update: AppUpdate;
  readonly board: Board;
}

/** Shows the top bar, the breadcrumb and the page (LAYOUT-1). */
export function Layout({ update, board }: LayoutProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isSignedIn = useSessionState().kind === 'signed-in';
  const main = useFocusOnNavigation(pathname);
  const isBoard = isBoardPath(pathname);
  const hasSound = isSignedIn && isBoard;
  const isPlace = isSignedIn && pathname !== callbackPath;
  useKeptPhone(isPlace);
  useEffect(() => {
    if (isPlace) board.set(isBoard);
  }, [board, isPlace, isBoard]);
  return (
    <>
      <a className={styles.skip} href="#content">
        {t('skip_to_content')}
      </a>
      <TopBar isSignedIn={isSignedIn} hasSound={hasSound} />
      <main id="content" ref={main} className={styles.content} tabIndex={-1}>
        <div className={styles.way}>
          {isSignedIn && <Breadcrumb key={`breadcrumb of ${pathname}`} />}
          <UpdateNotice update={update} />
        </div>
        <LoginServiceNotice />
        <ErrorBoundary
          key={matchPath(managePattern, pathname) === null ? pathname : managePath}
          fallback={<CrashPage />}
        >
          <Outlet />
        </ErrorBoundary>
      </main>
    </>
  );
}

/** At each navigation, scrolls to the top and moves the keyboard focus into the content of the page. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);
  return main;
}

/**
 * Warns that there is no valid token and the identity provider does not answer, so the board will become stale. The
 * alarm of the board sounds meanwhile. The callback page has a warning of its own.
 */
function LoginServiceNotice() {
  const { t } = useTranslation();
  const state = useSessionState();
  if (state.kind !== 'signed-in' || !state.isProviderUnavailable) return null;
  return (
    <div role="alert">
      <Notice icon="warning" tone="warning">
        {t('session.provider_unreachable')}
      </Notice>
    </div>
  );
}
