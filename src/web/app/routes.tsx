/** The router: maps each address to its page (ROUTE-1 to ROUTE-8). */
import { useEffect } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router';
import { setUpPath } from '../../contract/identity/set-up-path.ts';
import {
  accountPath,
  allWardsPattern,
  clientPattern,
  homePath,
  locationPattern,
  managePattern,
  phonesPath,
  roomHistoryPattern,
  roomNightsPattern,
  walkTestPattern,
  handoverPattern,
  wardHistoryPattern,
  wardPattern,
} from '../home/lists/addresses.ts';
import { useSelection } from '../home/lists/selection.ts';
import { CallbackPage } from '../identity/pages/callback-page.tsx';
import { callbackPath, loginPath } from '../identity/paths.ts';
import { RequireSession } from '../identity/require-session.tsx';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import type { Board } from './board.ts';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { lazyComponent } from '../shared/lazy-component.tsx';

// Each page has a script of its own, so that no page waits for the code of another page.
const WardBoard = lazyComponent(async () => (await import('../board/boards.tsx')).WardBoard);
const ClientList = lazyComponent(async () => (await import('../board/lists/place-lists.tsx')).Clients);
const LocationList = lazyComponent(async () => (await import('../board/lists/place-lists.tsx')).Locations);
const WardList = lazyComponent(async () => (await import('../board/lists/place-lists.tsx')).Wards);
const AllWardsBoard = lazyComponent(async () => (await import('../board/boards.tsx')).AllWardsBoard);
const SetUp = lazyComponent(async () => (await import('../devices/setup/set-up-page.tsx')).SetUpPage);
const WalkTest = lazyComponent(async () => (await import('../walk-test/walk-test-page.tsx')).WalkTestPage);
const Handover = lazyComponent(async () => (await import('../handover/handover-page.tsx')).HandoverPage);
const RoomHistory = lazyComponent(async () => (await import('../history/history-page.tsx')).RoomHistoryPage);
const RoomNights = lazyComponent(async () => (await import('../history/nights/room-nights-page.tsx')).RoomNightsPage);
const WardHistory = lazyComponent(async () => (await import('../history/ward/ward-history-page.tsx')).WardHistoryPage);
const Account = lazyComponent(async () => (await import('../people/account/account-page.tsx')).AccountPage);
const Phones = lazyComponent(async () => (await import('../phones/phones-page.tsx')).PhonesPage);
const ManagePages = lazyComponent(async () => (await import('./administration/manage.tsx')).ManagePages);

interface PagesProps {
  readonly update: AppUpdate;
  readonly board: Board;
  readonly onLogin: () => void;
}

export function AppPages({ update, board, onLogin }: PagesProps) {
  return (
    <Routes>
      <Route path={loginPath} element={<Login onLogin={onLogin} />} />
      <Route element={<Layout update={update} board={board} />}>
        <Route path={callbackPath} element={<CallbackPage />} />
        <Route path={setUpPath} element={<SetUp />} />
        <Route element={<RequireSession />}>
          <Route element={<KnownPlace />}>
            <Route path={homePath} element={<ClientList />} />
            <Route path={clientPattern} element={<LocationList />} />
            <Route path={locationPattern} element={<WardList />} />
            <Route path={wardPattern} element={<WardBoard />} />
            <Route path={walkTestPattern} element={<WalkTest />} />
            <Route path={wardHistoryPattern} element={<WardHistory />} />
            <Route path={handoverPattern} element={<Handover />} />
            <Route path={roomHistoryPattern} element={<RoomHistory />} />
            <Route path={roomNightsPattern} element={<RoomNights />} />
            <Route path={allWardsPattern} element={<AllWardsBoard />} />
            <Route path={managePattern} element={<ManagePages />} />
            <Route path={phonesPath} element={<Phones />} />
            <Route path={accountPath} element={<Account />} />
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Route>
    </Routes>
  );
}

/** Shows the page of the route, or "Page not found" if the client, location or ward of its path does not exist. */
function KnownPlace() {
  const { isMissing } = useSelection();
  return isMissing ? <NotFoundPage /> : <Outlet />;
}

/** Shows nothing. The login page is shown in place of the router, so it reads the state of the history entry itself. */
function Login({ onLogin }: Pick<PagesProps, 'onLogin'>) {
  const location: { readonly state: unknown } = useLocation();
  const { state } = location;
  useEffect(() => {
    // The state is null when the user goes back to an earlier login page, whose history entry already has its state.
    if (state !== null) history.replaceState(state, '');
    onLogin();
  }, [state, onLogin]);
  return null;
}
