/** The calls that show and change rooms. */
import * as z from 'zod/mini';
import { streamStatuses, streamTypes } from '../../domain/stream.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';
import { Alias } from './alias.ts';
import { DisplayName } from '../fields.ts';
import { dryRunQuery, HomeEffect, NodeState, nodeStateFields } from './home-node.ts';
import { Version } from '../version.ts';

export const ManagedRoom = z.object({
  ...nodeStateFields,
  level: z.literal('stream'),
  wardUUID: Uuid,
  type: z.enum(streamTypes),
  status: z.enum(streamStatuses),
  /** Whether the room has reports. Such a room is set INACTIVE instead of deleted, so that its reports are not lost. */
  hasReports: z.boolean(),
  /** The status codes of the open alerts of the room. */
  alertStatuses: z.array(z.int()),
  /** The name that devices use, as `location/room`. */
  reportName: z.string(),
  /** The connections that report for the room. */
  connections: z.array(z.string()),
  /** The names of the device keys whose scope contains the room. */
  deviceKeys: z.array(z.string()),
});

/** The maximum number of rooms that one call adds, changes or removes. */
export const maxRoomsPerChange = 500;

const NamedRooms = z
  .array(z.strictObject({ uuid: Uuid, version: Version }))
  .check(z.minLength(1), z.maxLength(maxRoomsPerChange));

export const NewRoom = z.strictObject({
  /** The uuid, which the caller chooses. If the ward has a room with it, the call does not add it again. */
  uuid: Uuid,
  displayName: DisplayName,
  /** The alias. Absent: the server makes one from the name. */
  alias: z.optional(Alias),
});

export const roomEndpoints = {
  listManagedRooms: {
    method: 'GET',
    path: '/manage/rooms',
    access: 'manager',
    reach: 'named',
    view: 'home.view',
    summary: 'The rooms of a ward that you manage, or those whose name, alias or uuid contains a text',
    query: z.object({ wardUUID: z.optional(Uuid), search: z.optional(z.string().check(z.maxLength(200))) }),
    response: z.extend(listSchemaOf(ManagedRoom), {
      /** The number of rooms that were found. The list may contain fewer. */
      total: z.int(),
    }),
  },
  addRooms: {
    method: 'POST',
    path: '/manage/rooms',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Adds rooms to a ward',
    body: z.strictObject({
      wardUUID: Uuid,
      type: z.optional(z.enum(streamTypes)),
      rooms: z.array(NewRoom).check(z.minLength(1), z.maxLength(maxRoomsPerChange)),
    }),
    response: z.object({}),
  },
  changeRooms: {
    method: 'PATCH',
    path: '/manage/rooms',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Gives these values to one or several rooms. With `dryRun` only tells what stops working',
    query: z.object(dryRunQuery),
    body: z.strictObject({
      rooms: NamedRooms,
      displayName: z.optional(DisplayName),
      /** The alias. Null removes it. */
      alias: z.optional(z.nullable(Alias)),
      type: z.optional(z.enum(streamTypes)),
      status: z.optional(z.enum(streamStatuses)),
      /** The uuid of the ward. A new ward moves the rooms. */
      wardUUID: z.optional(Uuid),
    }),
    response: HomeEffect,
    conflict: NodeState,
  },
  removeRooms: {
    method: 'POST',
    path: '/manage/rooms/removal',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Removes rooms. Those with reports become INACTIVE. With `dryRun` only counts them',
    query: z.object(dryRunQuery),
    body: z.strictObject({ rooms: NamedRooms }),
    response: HomeEffect,
    conflict: NodeState,
  },
} as const satisfies Record<string, Endpoint>;
