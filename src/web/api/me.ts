/** The signed-in user with all rights of this user. Only pages and links that depend on a role fetch it. */
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { meEndpoints } from '../../contract/identity/me.ts';
import { useApi } from './api-client.tsx';

export type Me = z.output<typeof meEndpoints.getMe.response>;

const staleTimeMs = 60_000;

/** The signed-in user. Undefined until there is a response, and with a server that does not have the call. */
export function useMe() {
  const { call } = useApi();
  return useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(meEndpoints.getMe, { signal }),
    staleTime: staleTimeMs,
  });
}

/** Whether the user is manager or administrator of at least one scope. */
export function isManager({ rights }: Me): boolean {
  return rights.some(({ role }) => role !== 'ward-nurse');
}

/** Whether the user is administrator of at least one scope or of everything. */
export function isAdministrator({ rights }: Me): boolean {
  return rights.some(({ role }) => role === 'administrator');
}

/** Whether the user is administrator of everything: of people, devices and the system as a whole. */
export function isAdministratorOfEverything({ rights }: Me): boolean {
  return rights.some(({ role, scope }) => role === 'administrator' && scope.kind === 'everything');
}
