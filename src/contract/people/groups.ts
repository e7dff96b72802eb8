/** The calls for the rights of groups, with the embedded identity provider and with an external one. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { RightJson } from '../scope.ts';
import { GroupName } from './people.ts';
import { Version } from '../version.ts';

const maxRights = 200;

export const ManagedGroup = z.object({
  name: z.string(),
  rights: z.array(RightJson),
  /** The number of members. Null with an external identity provider, which does not send it. */
  memberCount: z.nullable(z.int()),
  version: Version,
});

export const groupEndpoints = {
  listGroups: {
    method: 'GET',
    path: '/manage/groups',
    access: 'administrator-of-everything',
    view: 'people.view',
    summary: 'The groups that have rights or members',
    response: z.object({
      items: z.array(ManagedGroup),
      /**
       * Whether the setting ACCESS_FILE is in use, so that the next start of the server replaces the rights with those
       * of the file.
       */
      isReplacedAtStart: z.boolean(),
    }),
  },
  changeGroup: {
    method: 'PATCH',
    path: '/manage/groups',
    access: 'administrator-of-everything',
    outcome: 'kept',
    summary: 'Replaces the rights of a group. They apply within a second, also to people who are signed in',
    body: z.strictObject({
      name: GroupName,
      /** The version of the rights. Null: the group has none yet. */
      version: z.nullable(Version),
      rights: z.array(RightJson).check(z.maxLength(maxRights)),
    }),
    response: ManagedGroup,
    conflict: ManagedGroup,
  },
} as const satisfies Record<string, Endpoint>;
