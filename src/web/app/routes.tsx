/** Which page is shown at which address (ROUTE-1 to ROUTE-8). */
import { Route, Routes, useParams } from 'react-router';
import { clientPattern, homePath, locationPattern, wardPattern } from '../hierarchy/addresses.ts';
import { ClientListPage, LocationListPage, WardListPage } from '../hierarchy/list-pages.tsx';
import { RequirePlace } from '../hierarchy/require-place.tsx';
import { WardHeading } from '../hierarchy/ward-heading.tsx';
import { CallbackPage } from '../identity/pages/callback-page.tsx';
import { LoginPage } from '../identity/pages/login-page.tsx';
import { callbackPath, loginPath } from '../identity/paths.ts';
import { RequireSession } from '../identity/require-session.tsx';
import type { AppUpdate } from '../offline/register-service-worker.ts';
import { WardPage } from '../rooms/ward-page.tsx';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';

interface PagesProps {
  readonly providerName: string;
  readonly update: AppUpdate;
}

export function Pages({ providerName, update }: PagesProps) {
  return (
    <Routes>
      <Route path={loginPath} element={<LoginPage providerName={providerName} />} />
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
  return (
    <>
      <WardHeading />
      <WardPage wardUuid={wardUuid} />
    </>
  );
}
