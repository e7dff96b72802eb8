/** Who is signed in, and with which rights. Only pages and links that depend on a role fetch it. */
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { meEndpoints } from '../../contract/me.ts';
import { useApi } from './api-client.tsx';

export type Me = z.output<typeof meEndpoints.getMe.response>;

const freshMs = 60_000;

/** The signed-in user. Undefined until the server has answered, and with a server that does not have the call. */
export function useMe() {
  const { call } = useApi();
  return useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call(meEndpoints.getMe, { signal }),
    staleTime: freshMs,
  });
}

/** Whether the user is manager or administrator of a part of the hierarchy. */
export function isManager({ rights }: Me): boolean {
  return rights.some(({ role }) => role !== 'ward-nurse');
}

/** Whether the user is administrator of a part of the hierarchy or of everything. */
export function isAdministrator({ rights }: Me): boolean {
  return rights.some(({ role }) => role === 'administrator');
}

/** Whether the user is administrator of everything: of people, devices and the system as a whole. */
export function isAdministratorOfEverything({ rights }: Me): boolean {
  return rights.some(({ role, scope }) => role === 'administrator' && scope.kind === 'everything');
}
