/** The calls for the rights of groups, with the embedded identity provider and with an external one. */
import * as z from 'zod/mini';
import { roles } from '../../domain/user.ts';
import type { Endpoint } from '../endpoint.ts';
import { RightJson } from '../scope.ts';
import { GroupName } from './people.ts';
import { Version } from './version.ts';

const maxRights = 200;

export const ManagedGroup = z.object({
  name: z.string(),
  rights: z.array(RightJson),
  /** Null with an external identity provider, which does not tell. */
  memberCount: z.nullable(z.int()),
  version: Version,
});

/** What somebody with these rights sees. Ancestors of a visible place are named, without their other children. */
export const RightsPreview = z.object({
  roles: z.array(z.enum(roles)),
  roomCount: z.int(),
  clients: z.array(
    z.object({
      uuid: z.string(),
      displayName: z.string(),
      locations: z.array(
        z.object({
          uuid: z.string(),
          displayName: z.string(),
          wards: z.array(z.object({ uuid: z.string(), displayName: z.string(), roomCount: z.int() })),
        }),
      ),
    }),
  ),
});

export const groupEndpoints = {
  listGroups: {
    method: 'GET',
    path: '/manage/groups',
    access: 'administrator',
    summary: 'The groups that have rights or members',
    response: z.object({
      items: z.array(ManagedGroup),
      /** The setting ACCESS_FILE is in use: the next start of the server replaces the rights with those of the file. */
      isReplacedAtStart: z.boolean(),
    }),
  },
  changeGroup: {
    method: 'PATCH',
    path: '/manage/groups',
    access: 'administrator',
    summary: 'Replaces the rights of a group. They apply within a second, also to people who are signed in',
    body: z.strictObject({
      name: GroupName,
      /** Null: the group has no rights yet. */
      version: z.nullable(Version),
      rights: z.array(RightJson).check(z.maxLength(maxRights)),
    }),
    response: ManagedGroup,
    conflict: ManagedGroup,
  },
  previewRights: {
    method: 'POST',
    path: '/manage/rights/preview',
    access: 'administrator',
    summary: 'What somebody in these groups sees, or somebody with these rights, which need not be stored',
    body: z.union([
      z.strictObject({ groups: z.array(GroupName).check(z.maxLength(maxRights)) }),
      z.strictObject({ rights: z.array(RightJson).check(z.maxLength(maxRights)) }),
    ]),
    response: RightsPreview,
  },
} as const satisfies Record<string, Endpoint>;
