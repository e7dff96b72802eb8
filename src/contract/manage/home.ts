/** The calls that show and change clients, locations, wards and rooms. */
import * as z from 'zod/mini';
import { streamStatuses, streamTypes } from '../../domain/stream.ts';
import { scopeLevels } from '../../domain/user.ts';
import type { Endpoint } from '../endpoint.ts';
import { ItemsOf } from '../entities.ts';
import { Uuid } from '../uuid.ts';
import { HomeChange, HomeLevel } from './home-change.ts';
import { Version } from './version.ts';

/** The present state of a place or room. */
const nodeState = {
  level: HomeLevel,
  uuid: Uuid,
  displayName: z.string(),
  alias: z.nullable(z.string()),
  version: Version,
};
const NodeState = z.object(nodeState);

const ManagedPlace = z.object({
  ...nodeState,
  level: z.enum(scopeLevels),
  /** The uuid of the place above. Null for a client. */
  parentUUID: z.nullable(Uuid),
  roomCount: z.int(),
  inactiveCount: z.int(),
  /** The number of rooms with an open alert about a resident. */
  alertCount: z.int(),
  /** The number of other rooms with an open alert: those that are not monitored. */
  technicalCount: z.int(),
  /** False: the caller may only see the place, because it is above one that the caller manages. */
  canChange: z.boolean(),
});

const ManagedRoom = z.object({
  ...nodeState,
  level: z.literal('stream'),
  wardUUID: Uuid,
  type: z.enum(streamTypes),
  status: z.enum(streamStatuses),
  /** A room with reports is never deleted, because they would be lost. It is set INACTIVE instead. */
  hasReports: z.boolean(),
  /** The statuses of its open alerts. */
  alertStatuses: z.array(z.int()),
  /** `location/room`, as devices write it. */
  reportName: z.string(),
  /** The connections of the equipment file that report for the room. */
  connections: z.array(z.string()),
  /** The names of the device keys whose scope has the room. A device with one of them may send its alias. */
  deviceKeys: z.array(z.string()),
});

/** Something that loses rooms or its place by a change. */
export const HomeImpact = z.object({
  kind: z.enum(['alias', 'device-key', 'group', 'connection']),
  /** The alias as devices write it, or the name of the device key, group or connection. */
  name: z.string(),
  /** The names of the first rooms that it loses. */
  rooms: z.array(z.string()),
  roomCount: z.int(),
  /** The place of the device key or group is removed. */
  isPlaceRemoved: z.boolean(),
  /** For an alias: what the room is named now. Null: the room is removed, and `takenBy` has the alias. */
  newName: z.nullable(z.string()),
  /** For an alias: another room that has it now. */
  takenBy: z.nullable(z.string()),
});

export const maxListedChanges = 500;

const HomeChanged = z.object({
  /** Of places and rooms. `retired`: rooms that become INACTIVE instead of being removed, because they have reports. */
  counts: z.object({
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    removedRooms: z.int(),
    retired: z.int(),
  }),
  /** The first changes. */
  changes: z
    .array(
      z.object({
        effect: z.enum(['added', 'changed', 'removed', 'retired']),
        level: HomeLevel,
        uuid: Uuid,
        /** The names from the client down. */
        path: z.array(z.string()),
        fields: z.array(z.object({ name: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
      }),
    )
    .check(z.maxLength(maxListedChanges)),
  impact: z.array(HomeImpact),
  /** The number of rooms with an open alert that are removed or become INACTIVE, by the status of the alert. */
  alerts: z.array(z.object({ status: z.int(), count: z.int() })),
  /** The first alerts that are open again, because their rooms were INACTIVE for less than an hour. */
  reopened: z.array(z.object({ room: z.string(), status: z.int() })).check(z.maxLength(maxListedChanges)),
  /** Send it to undo the change. Null: nothing has changed, or too much. */
  undo: z.nullable(HomeChange),
});

/** Of a home file. An exported home of 30,000 rooms has 6 to 7 million characters. */
export const maxHomeFileLength = 8_000_000;

export const homeFileFormats = ['yaml', 'csv', 'excel'] as const;

/** Query parameters are text. */
const Flag = z.optional(z.enum(['true', 'false']));

export const homeEndpoints = {
  listManagedPlaces: {
    method: 'GET',
    path: '/manage/places',
    access: 'manager',
    summary: 'The clients, locations and wards that you manage, and the places above them',
    response: ItemsOf(ManagedPlace),
  },
  listManagedRooms: {
    method: 'GET',
    path: '/manage/rooms',
    access: 'manager',
    summary: 'The rooms of a ward that you manage, or those whose name, alias or uuid contains a text',
    query: z.object({ wardUUID: z.optional(Uuid), search: z.optional(z.string().check(z.maxLength(200))) }),
    response: z.extend(ItemsOf(ManagedRoom), {
      /** The number of rooms that were found. The list may have fewer. */
      total: z.int(),
    }),
  },
  changeHome: {
    method: 'POST',
    path: '/manage/home',
    access: 'manager',
    summary: 'Adds, changes, moves and removes places and rooms. With `dryRun` only tells what would change',
    query: z.object({ dryRun: Flag }),
    body: HomeChange,
    response: HomeChanged,
    conflict: NodeState,
  },
  importHome: {
    method: 'POST',
    path: '/manage/home/import',
    access: 'manager',
    summary: 'Imports the text of a home file. With `dryRun` only tells what would change',
    query: z.object({ dryRun: Flag }),
    body: z.strictObject({
      format: z.enum(['yaml', 'csv']),
      text: z.string().check(z.maxLength(maxHomeFileLength)),
      /** Removes what you manage and the file does not mention. */
      removeMissing: z.optional(z.boolean()),
      /** Chosen by the caller, who asks for the progress with it. */
      importUUID: z.optional(Uuid),
    }),
    response: HomeChanged,
  },
  getImportProgress: {
    method: 'GET',
    path: '/manage/home/import/{id}',
    access: 'manager',
    summary: 'How many of the changes of your running import are done. A change is prepared, then stored',
    params: z.object({ id: Uuid }),
    response: z.object({
      done: z.int(),
      /** 0: this server runs no such import, or has not yet compared it with the home. */
      total: z.int(),
    }),
  },
  exportHome: {
    method: 'GET',
    path: '/manage/home/export',
    access: 'manager',
    summary: 'What you manage as a home file. `excel`: CSV with semicolons and a byte order mark',
    query: z.object({ format: z.enum(homeFileFormats) }),
    response: z.string(),
  },
} as const satisfies Record<string, Endpoint>;
