/** The calls that show and change clients, locations and wards. */
import * as z from 'zod/mini';
import { scopeLevels } from '../../domain/user.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';
import { Alias } from './alias.ts';
import { DisplayName } from '../fields.ts';
import { dryRunQuery, HomeEffect, NodeState, nodeStateFields } from './home-node.ts';
import { Version } from '../version.ts';

export const ManagedPlace = z.object({
  ...nodeStateFields,
  level: z.enum(scopeLevels),
  /** The uuid of the place above. Null for a client. */
  parentUUID: z.nullable(Uuid),
  roomCount: z.int(),
  inactiveCount: z.int(),
  /** The number of rooms with an open alert about a resident. */
  alertCount: z.int(),
  /** The number of rooms with only a technical alert: they are not monitored. */
  technicalCount: z.int(),
  /** Whether the caller may change the place. False: the caller only sees it, because it is above a managed place. */
  canChange: z.boolean(),
  /** Whether the caller may also move and remove the place, which needs a right for the parent. */
  canRemove: z.boolean(),
});

/** Identifies a place. The level is needed, because places of different levels may have the same uuid. */
const placeId = { level: z.enum(scopeLevels), uuid: Uuid };

export const placeEndpoints = {
  listManagedPlaces: {
    method: 'GET',
    path: '/manage/places',
    access: 'manager',
    reach: 'scopes',
    summary: 'The clients, locations and wards that you manage, and the places above them',
    response: listSchemaOf(ManagedPlace),
  },
  addPlace: {
    method: 'POST',
    path: '/manage/places',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Adds a client, a location or a ward. That needs a right for the place above it',
    body: z.strictObject({
      ...placeId,
      /** The uuid of the parent. Null for a client. */
      parentUUID: z.nullable(Uuid),
      displayName: DisplayName,
      /** The alias of a location. Absent: the server makes one from the name. */
      alias: z.optional(Alias),
    }),
    response: z.object({}),
  },
  changePlace: {
    method: 'PATCH',
    path: '/manage/places',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Renames or moves a client, a location or a ward. With `dryRun` only tells what stops working',
    query: z.object(dryRunQuery),
    body: z.strictObject({
      ...placeId,
      version: Version,
      displayName: z.optional(DisplayName),
      /** The alias of a location. Null removes it. */
      alias: z.optional(z.nullable(Alias)),
      /** The uuid of the parent. A new parent moves the place. */
      parentUUID: z.optional(Uuid),
    }),
    response: HomeEffect,
    conflict: NodeState,
  },
  removePlace: {
    method: 'POST',
    path: '/manage/places/removal',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    timeLimitMs: 60_000,
    summary:
      'Removes a place with all that is in it. Rooms with reports become INACTIVE. With `dryRun` only counts them',
    query: z.object(dryRunQuery),
    body: z.strictObject({
      ...placeId,
      version: Version,
      /** The number of rooms that the user saw in the form. If it has changed, the call is refused as a conflict. */
      roomCount: z.int(),
    }),
    response: HomeEffect,
    conflict: NodeState,
  },
} as const satisfies Record<string, Endpoint>;
