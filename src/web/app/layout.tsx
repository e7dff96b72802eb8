import { Suspense, useEffect, useRef } from 'react';
import { matchPath, Outlet, useLocation } from 'react-router';
import { useTranslation } from '../language/translation.tsx';
import { managePath, managePattern } from '../hierarchy/addresses.ts';
import { isBoardPath } from '../hierarchy/board-path.ts';
import { Breadcrumb } from '../hierarchy/breadcrumb.tsx';
import { callbackPath } from '../identity/paths.ts';
import { useSessionState } from '../identity/session-context.tsx';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { UpdateNotice } from '../offline/update-notice.tsx';
import { SoundCheckStrip } from '../rooms/sound/lazy-sound.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { Board } from './board.ts';
import { CrashPage } from './crash-page.tsx';
import styles from './layout.module.css';
import { LoginServiceNotice } from './login-service-notice.tsx';
import { TopBar } from './top-bar.tsx';

interface LayoutProps {
  readonly update: AppUpdate;
  readonly board: Board;
}

/** The top bar, the breadcrumb and the page (LAYOUT-1). */
export function Layout({ update, board }: LayoutProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isSignedIn = useSessionState().kind === 'signed-in';
  const main = useFocusOnNavigation(pathname);
  const isBoard = isBoardPath(pathname);
  const hasSound = isSignedIn && isBoard;
  const isPlace = isSignedIn && pathname !== callbackPath;
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
          <UpdateNotice update={update} canUpdateByItself={!isBoard} />
          {hasSound && (
            <Suspense>
              <SoundCheckStrip />
            </Suspense>
          )}
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

/** Scrolls to the top and moves the keyboard focus into the content at each navigation. */
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
