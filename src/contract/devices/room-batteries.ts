/** Battery and signal of the sensors of rooms. */
import * as z from 'zod/mini';
import { signalUnits } from '../../domain/battery-and-signal.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const SourceBattery = z.object({
  /** The source, with the name of its connection, such as `zigbee/bed`. */
  source: z.string(),
  /** The charge in percent. Null: unknown. */
  battery: z.nullable(z.int()),
  signal: z.nullable(z.object({ value: z.int(), unit: z.enum(signalUnits) })),
  /** The time of receipt, to the hour. */
  at: z.iso.datetime(),
});

export const roomBatteryEndpoints = {
  listRoomBatteries: {
    method: 'GET',
    path: '/manage/room-batteries',
    access: 'manager',
    reach: 'named',
    summary: 'Battery and signal of the rooms of a ward that you manage. Only rooms that have sent them within a week',
    query: z.object({ wardUUID: Uuid }),
    response: listSchemaOf(z.object({ uuid: Uuid, batteries: z.array(SourceBattery) })),
  },
} as const satisfies Record<string, Endpoint>;
