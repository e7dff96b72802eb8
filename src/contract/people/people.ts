/**
 * The calls for accounts. They need an administrator of everything. With an external identity provider they respond
 * with 404.
 */
import * as z from 'zod/mini';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';
import type { ReasonCode } from '../reasons.ts';
import { accountStates } from '../../domain/account.ts';
import { DisplayName, Username } from '../fields.ts';
import { Version } from '../version.ts';

const maxGroups = 100;

/** The name of a group. It is compared case-sensitively with the groups that the identity provider sends. */
export const GroupName = z.string().check(
  z.minLength(1),
  z.maxLength(200),
  z.refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), 'one-line' satisfies ReasonCode),
);

const Groups = z.array(GroupName).check(z.maxLength(maxGroups));

export const ManagedAccount = z.object({
  uuid: Uuid,
  username: z.string(),
  displayName: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  state: z.enum(accountStates),
  version: Version,
});

/** A one-time link. Whoever has it sets the password of the account. It is shown in this response only. */
export const PasswordLinkJson = z.object({ url: z.string(), expiresAt: z.iso.datetime() });

const accountCall = { access: 'administrator-of-everything', params: z.object({ id: Uuid }) } as const;

export const accountEndpoints = {
  listAccounts: {
    method: 'GET',
    path: '/manage/accounts',
    access: 'administrator-of-everything',
    view: 'people.view',
    summary: 'The accounts of the embedded identity provider',
    response: listSchemaOf(ManagedAccount),
  },
  inviteAccount: {
    method: 'POST',
    path: '/manage/accounts',
    access: 'administrator-of-everything',
    outcome: 'secret',
    summary: 'Creates an account without a password, and a link with which the person chooses one within three days',
    body: z.strictObject({
      username: Username,
      displayName: DisplayName,
      groups: Groups,
    }),
    response: z.object({ account: ManagedAccount, link: PasswordLinkJson }),
  },
  changeAccount: {
    ...accountCall,
    method: 'PATCH',
    path: '/manage/accounts/{id}',
    outcome: 'kept',
    summary: 'Changes the name and the groups of an account. Its rights change within a second',
    body: z.strictObject({ version: Version, displayName: DisplayName, groups: Groups }),
    response: ManagedAccount,
    conflict: ManagedAccount,
  },
  createAccountLink: {
    ...accountCall,
    method: 'POST',
    path: '/manage/accounts/{id}/link',
    outcome: 'secret',
    summary: 'A link for a new password. It replaces earlier links. The present password works until the link is used',
    response: PasswordLinkJson,
  },
  disableAccount: {
    ...accountCall,
    method: 'POST',
    path: '/manage/accounts/{id}/disable',
    outcome: 'kept',
    summary: 'Nobody can sign in to the account. Its sessions end at once, its live connections within seconds',
    response: ManagedAccount,
  },
  enableAccount: {
    ...accountCall,
    method: 'POST',
    path: '/manage/accounts/{id}/enable',
    outcome: 'kept',
    summary: 'The person can sign in again, with the former password',
    response: ManagedAccount,
  },
  removeAccount: {
    ...accountCall,
    method: 'DELETE',
    path: '/manage/accounts/{id}',
    outcome: 'kept',
    summary: 'Removes an account with its links. Its sessions end as with `disable`',
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
