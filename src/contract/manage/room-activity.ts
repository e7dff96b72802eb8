/** When the server last received something about each room. */
import * as z from 'zod/mini';
import { signalUnits } from '../../domain/battery-and-signal.ts';
import type { Endpoint } from '../endpoint.ts';
import { ItemsOf } from '../entities.ts';
import { Uuid } from '../uuid.ts';

const SourceBattery = z.object({
  /** The source, with the name of its connection, such as `zigbee/bed`. */
  source: z.string(),
  /** Percent. Null: not known. */
  battery: z.nullable(z.int()),
  signal: z.nullable(z.object({ value: z.int(), unit: z.enum(signalUnits) })),
  /** When it was received, to the hour. */
  at: z.iso.datetime(),
});

const ActiveRoom = z.object({
  uuid: Uuid,
  displayName: z.string(),
  wardName: z.string(),
  /** What a connection of the equipment file and a device call the room: its alias, otherwise its uuid. */
  name: z.string(),
  isActive: z.boolean(),
  /** When a device last sent anything about the room. Null: never, or not since the room became ACTIVE again. */
  seenAt: z.nullable(z.iso.datetime()),
  /** Whether its card shows that it is unreachable: it or one of its sources is offline, or its gateway reports that. */
  isUnreachable: z.boolean(),
  /** The sources that are offline, such as `cameras/people`. */
  offlineSources: z.array(z.string()),
  /** The reports that were received in the last hour. */
  reportCount: z.int(),
  /** Battery and signal of its sources, where a preset knows them. */
  batteries: z.array(SourceBattery),
});

export const roomActivityEndpoints = {
  listRoomActivity: {
    method: 'GET',
    path: '/manage/room-activity',
    access: 'manager',
    summary: 'The rooms of a location that you manage: how often each is heard, and since when it is silent',
    query: z.object({ locationUUID: Uuid }),
    response: ItemsOf(ActiveRoom),
  },
  listRoomBatteries: {
    method: 'GET',
    path: '/manage/room-batteries',
    access: 'manager',
    summary: 'Battery and signal of the rooms of a ward that you manage. Only rooms that have sent them within a week',
    query: z.object({ wardUUID: Uuid }),
    response: ItemsOf(z.object({ uuid: Uuid, batteries: z.array(SourceBattery) })),
  },
} as const satisfies Record<string, Endpoint>;
