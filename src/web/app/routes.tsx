/** Which page is shown at which address (ROUTE-1 to ROUTE-8). */
import { useEffect } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { setUpPath } from '../../contract/set-up-path.ts';
import {
  accountPath,
  allWardsPattern,
  clientPattern,
  homePath,
  locationPattern,
  managePattern,
  walkTestPattern,
  wardPattern,
} from '../hierarchy/addresses.ts';
import { RequirePlace } from '../hierarchy/require-place.tsx';
import { CallbackPage } from '../identity/pages/callback-page.tsx';
import { callbackPath, loginPath } from '../identity/paths.ts';
import { RequireSession } from '../identity/require-session.tsx';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import type { Board } from './board.ts';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { createLatePage } from '../ui/late-page.tsx';

// No page waits for the code of another.
const Ward = createLatePage(async () => (await import('./boards.tsx')).Ward);
const ClientList = createLatePage(async () => (await import('./place-lists.tsx')).Clients);
const LocationList = createLatePage(async () => (await import('./place-lists.tsx')).Locations);
const WardList = createLatePage(async () => (await import('./place-lists.tsx')).Wards);
const AllWards = createLatePage(async () => (await import('./boards.tsx')).AllWards);
const SetUp = createLatePage(async () => (await import('./set-up.tsx')).SetUp);
const WalkTest = createLatePage(async () => (await import('./walk-test.tsx')).WalkTest);
const Account = createLatePage(async () => (await import('../manage/account/account-page.tsx')).AccountPage);
const Manage = createLatePage(async () => (await import('../manage/shell/manage.tsx')).Manage);

interface PagesProps {
  readonly update: AppUpdate;
  readonly board: Board;
  readonly onLogin: () => void;
}

export function Pages({ update, board, onLogin }: PagesProps) {
  return (
    <Routes>
      <Route path={loginPath} element={<Login onLogin={onLogin} />} />
      <Route element={<Layout update={update} board={board} />}>
        <Route path={callbackPath} element={<CallbackPage />} />
        <Route path={setUpPath} element={<SetUp />} />
        <Route element={<RequireSession />}>
          <Route element={<RequirePlace missing={<NotFoundPage />} />}>
            <Route path={homePath} element={<ClientList />} />
            <Route path={clientPattern} element={<LocationList />} />
            <Route path={locationPattern} element={<WardList />} />
            <Route path={wardPattern} element={<Ward />} />
            <Route path={walkTestPattern} element={<WalkTest />} />
            <Route path={allWardsPattern} element={<AllWards />} />
            <Route path={managePattern} element={<Manage />} />
            <Route path={accountPath} element={<Account />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Route>
    </Routes>
  );
}

/** Shows nothing. The login page is shown in place of the router, so it reads the state of the history entry itself. */
function Login({ onLogin }: Pick<PagesProps, 'onLogin'>) {
  const location: { readonly state: unknown } = useLocation();
  const { state } = location;
  useEffect(() => {
    // The state is null when the user goes back to a login page that was shown before. The entry has its state then.
    if (state !== null) history.replaceState(state, '');
    onLogin();
  }, [state, onLogin]);
  return null;
}
