/** Fetches the contacts, and changes and tests them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type Contact as ContactSchema, contactEndpoints } from '../../contract/contacts/contacts.ts';
import { useApi } from '../api/api-client.tsx';

export type Contact = z.output<typeof ContactSchema>;
export type ContactValues = Pick<Contact, 'name' | 'address' | 'language'>;
export type NewContact = ContactValues & Pick<Contact, 'locationUUID' | 'channel'>;

const contactsQuery = ['contacts'];
/** The interval at which the contacts are fetched again, because alerts are sent to them meanwhile. */
const pollIntervalMs = 5_000;

export function useContacts() {
  const { call } = useApi();
  return useQuery({
    queryKey: contactsQuery,
    queryFn: ({ signal }) => call(contactEndpoints.listContacts, { signal }),
    refetchInterval: pollIntervalMs,
  });
}

/** Returns the calls that change and test contacts. A call rejects with the error of the server. */
export function useContactCalls() {
  const { call } = useApi();
  const queries = useQueryClient();
  const thenReload = async <T>(done: Promise<T>): Promise<T> => {
    const result = await done;
    await queries.invalidateQueries({ queryKey: contactsQuery });
    return result;
  };
  return {
    /** Resolves to the signing secret of a webhook, which is shown once. */
    add: async (body: NewContact) =>
      (await thenReload(call(contactEndpoints.addContact, { body, maxAttempts: 1 }))).secret,
    change: ({ uuid, version }: Contact, values: ContactValues) =>
      thenReload(call(contactEndpoints.changeContact, { params: { id: uuid }, body: { version, ...values } })),
    replaceSecret: async ({ uuid, version }: Contact) => {
      const options = { params: { id: uuid }, body: { version }, maxAttempts: 1 };
      return (await thenReload(call(contactEndpoints.replaceContactSecret, options))).secret;
    },
    remove: ({ uuid, version }: Contact) =>
      thenReload(call(contactEndpoints.removeContact, { params: { id: uuid }, body: { version } })),
    /** Sends a test message. Resolves to the contact with its result. */
    test: ({ uuid }: Contact) =>
      thenReload(call(contactEndpoints.testContact, { params: { id: uuid }, maxAttempts: 1 })),
  };
}
