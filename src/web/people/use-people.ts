/** Fetches the accounts and groups, and returns the calls that change them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { groupEndpoints, type ManagedGroup } from '../../contract/people/groups.ts';
import { type PasswordLinkJson, accountEndpoints, type ManagedAccount } from '../../contract/people/people.ts';
import type { AccountValues } from './accounts/account-values.ts';
import { useApi } from '../api/api-client.tsx';

export type Account = z.output<typeof ManagedAccount>;
export type Group = z.output<typeof ManagedGroup>;
export type PasswordLink = z.output<typeof PasswordLinkJson>;

const key = ['manage', 'people'];

export function useAccounts() {
  const { call } = useApi();
  return useQuery({
    queryKey: [...key, 'accounts'],
    queryFn: ({ signal }) => call(accountEndpoints.listAccounts, { signal }),
  });
}

export function useGroups() {
  const { call } = useApi();
  return useQuery({
    queryKey: [...key, 'groups'],
    queryFn: ({ signal }) => call(groupEndpoints.listGroups, { signal }),
  });
}

/**
 * The calls that change people. Each fetches the lists again. There is only one attempt, because a repeated one could
 * be refused as a result of the first.
 */
export function usePeopleCalls() {
  const { call } = useApi();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const withRefresh = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } finally {
      await refresh();
    }
  };
  const once = { maxAttempts: 1 };
  return {
    invite: (username: string, { displayName, groups }: AccountValues) => {
      const body = { username, displayName, groups: [...groups] };
      return withRefresh(call(accountEndpoints.inviteAccount, { body, ...once }));
    },
    change: ({ uuid, version }: Account, { displayName, groups }: AccountValues) => {
      const body = { version, displayName, groups: [...groups] };
      return withRefresh(call(accountEndpoints.changeAccount, { params: { id: uuid }, body, ...once }));
    },
    createLink: ({ uuid }: Account) => call(accountEndpoints.createAccountLink, { params: { id: uuid }, ...once }),
    disable: ({ uuid }: Account) =>
      withRefresh(call(accountEndpoints.disableAccount, { params: { id: uuid }, ...once })),
    enable: ({ uuid }: Account) => withRefresh(call(accountEndpoints.enableAccount, { params: { id: uuid }, ...once })),
    remove: ({ uuid }: Account) => withRefresh(call(accountEndpoints.removeAccount, { params: { id: uuid }, ...once })),
    changeGroup: (body: { name: string; version: string | null; rights: Group['rights'] }) =>
      withRefresh(call(groupEndpoints.changeGroup, { body, ...once })),
  };
}
