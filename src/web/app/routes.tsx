/** Which page is shown at which address (ROUTE-1 to ROUTE-8). */
import { useEffect } from 'react';
import { Route, Routes, useLocation, useParams } from 'react-router';
import { clientPattern, homePath, locationPattern, wardPattern } from '../hierarchy/addresses.ts';
import { ClientListPage, LocationListPage, WardListPage } from '../hierarchy/list-pages.tsx';
import { RequirePlace } from '../hierarchy/require-place.tsx';
import { useSelection } from '../hierarchy/selection.ts';
import { WardHeading } from '../hierarchy/ward-heading.tsx';
import { CallbackPage } from '../identity/pages/callback-page.tsx';
import { callbackPath, loginPath } from '../identity/paths.ts';
import { RequireSession } from '../identity/require-session.tsx';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { WardPage } from '../rooms/ward-page.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';

interface PagesProps {
  readonly update: AppUpdate;
  readonly onLogin: () => void;
}

export function Pages({ update, onLogin }: PagesProps) {
  return (
    <Routes>
      <Route path={loginPath} element={<Login onLogin={onLogin} />} />
      <Route element={<Layout update={update} />}>
        <Route path={callbackPath} element={<CallbackPage />} />
        <Route element={<RequireSession />}>
          <Route element={<RequirePlace missing={<NotFoundPage />} />}>
            <Route path={homePath} element={<ClientListPage />} />
            <Route path={clientPattern} element={<Locations />} />
            <Route path={locationPattern} element={<Wards />} />
            <Route path={wardPattern} element={<Ward />} />
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

function Locations() {
  const { clientUuid = '' } = useParams();
  return <LocationListPage clientUuid={clientUuid} />;
}

function Wards() {
  const { clientUuid = '', locationUuid = '' } = useParams();
  return <WardListPage clientUuid={clientUuid} locationUuid={locationUuid} />;
}

function Ward() {
  const { wardUuid = '' } = useParams();
  const { ward } = useSelection();
  return (
    <>
      <WardHeading />
      <WardPage wardUuid={wardUuid} wardName={ward?.displayName} />
    </>
  );
}
