/**
 * The calls for people. All of them need an administrator of everything. The calls of accounts answer 404 with an
 * external identity provider, which has accounts of its own.
 */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { ItemsOf } from '../entities.ts';
import { Uuid } from '../uuid.ts';
import type { ReasonCode } from '../reasons.ts';
import { accountStates } from '../../domain/account.ts';
import { DisplayName, Username } from './fields.ts';
import { Version } from './version.ts';

const maxGroups = 100;
const maxEmailLength = 320;

/** Compared letter by letter with the groups that the identity provider sends. */
export const GroupName = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'one-line' satisfies ReasonCode),
);

const Groups = z.array(GroupName).check(z.maxLength(maxGroups));

const Email = z
  .string()
  .check(z.maxLength(maxEmailLength), z.regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'email' satisfies ReasonCode));

export const ManagedAccount = z.object({
  uuid: Uuid,
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  state: z.enum(accountStates),
  passkeyCount: z.int(),
  version: Version,
});

/** Who has the link sets the password of the account. It is used once, and shown in this answer only. */
export const AccountLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() });

const ofAccount = { access: 'administrator', params: z.object({ id: Uuid }) } as const;

export const accountEndpoints = {
  listAccounts: {
    method: 'GET',
    path: '/manage/accounts',
    access: 'administrator',
    summary: 'The accounts of the embedded identity provider',
    response: ItemsOf(ManagedAccount),
  },
  inviteAccount: {
    method: 'POST',
    path: '/manage/accounts',
    access: 'administrator',
    summary: 'Creates an account without a password, and a link with which the person chooses one within three days',
    body: z.strictObject({
      username: Username,
      displayName: DisplayName,
      email: z.optional(Email),
      groups: Groups,
    }),
    response: z.object({ account: ManagedAccount, link: AccountLink }),
  },
  changeAccount: {
    ...ofAccount,
    method: 'PATCH',
    path: '/manage/accounts/{id}',
    summary: 'Changes the name and the groups of an account. Its rights change within a second',
    body: z.strictObject({ version: Version, displayName: DisplayName, groups: Groups }),
    response: ManagedAccount,
    conflict: ManagedAccount,
  },
  createAccountLink: {
    ...ofAccount,
    method: 'POST',
    path: '/manage/accounts/{id}/link',
    summary: 'A link for a new password. It replaces earlier links. The present password works until the link is used',
    response: AccountLink,
  },
  disableAccount: {
    ...ofAccount,
    method: 'POST',
    path: '/manage/accounts/{id}/disable',
    summary: 'Nobody can sign in to the account. Its sessions end at once, its live connections within seconds',
    response: ManagedAccount,
  },
  enableAccount: {
    ...ofAccount,
    method: 'POST',
    path: '/manage/accounts/{id}/enable',
    summary: 'The person can sign in again, with the former password and passkeys',
    response: ManagedAccount,
  },
  removeAccount: {
    ...ofAccount,
    method: 'DELETE',
    path: '/manage/accounts/{id}',
    summary: 'Removes an account with its passkeys and links. Its sessions end as with `disable`',
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
