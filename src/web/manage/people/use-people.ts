/** What the page shows of people and groups, and the calls that change it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { groupEndpoints, type ManagedGroup } from '../../../contract/manage/groups.ts';
import { type AccountLink, accountEndpoints, type ManagedAccount } from '../../../contract/manage/people.ts';
import { useApi } from '../../api/api-client.tsx';

export type Account = z.output<typeof ManagedAccount>;
export type Group = z.output<typeof ManagedGroup>;
export type Link = z.output<typeof AccountLink>;

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

/** Each call fetches the lists again. It is sent once: a second attempt could be answered by the effect of the first. */
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
    invite: (body: { username: string; displayName: string; groups: string[] }) =>
      withRefresh(call(accountEndpoints.inviteAccount, { body, ...once })),
    change: ({ uuid, version }: Account, changed: { displayName: string; groups: string[] }) =>
      withRefresh(
        call(accountEndpoints.changeAccount, { params: { id: uuid }, body: { version, ...changed }, ...once }),
      ),
    createLink: ({ uuid }: Account) => call(accountEndpoints.createAccountLink, { params: { id: uuid }, ...once }),
    disable: ({ uuid }: Account) =>
      withRefresh(call(accountEndpoints.disableAccount, { params: { id: uuid }, ...once })),
    enable: ({ uuid }: Account) => withRefresh(call(accountEndpoints.enableAccount, { params: { id: uuid }, ...once })),
    remove: ({ uuid }: Account) => withRefresh(call(accountEndpoints.removeAccount, { params: { id: uuid }, ...once })),
    changeGroup: (body: { name: string; version: string | null; rights: Group['rights'] }) =>
      withRefresh(call(groupEndpoints.changeGroup, { body, ...once })),
  };
}
