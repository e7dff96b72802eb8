import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { setUpEndpoints } from '../../../contract/identity/set-up.ts';
import { setUpPath } from '../../../contract/identity/set-up-path.ts';
import { useApi } from '../../api/api-client.tsx';
import { isAdministratorOfEverything, useMe } from '../../api/me.ts';
import { setUpQueryKey } from '../../identity/set-up-state.ts';

/** Redirects an administrator of everything to the first set-up if there is no home. Does nothing for other users. */
export function ContinueSetUp() {
  const { data: me } = useMe();
  const { call } = useApi();
  const { data } = useQuery({
    queryKey: setUpQueryKey,
    queryFn: ({ signal }) => call(setUpEndpoints.getSetUp, { signal, maxAttempts: 1 }),
    enabled: me !== undefined && isAdministratorOfEverything(me),
    staleTime: 60_000,
  });
  return data?.home === null && <Navigate to={setUpPath} replace />;
}
