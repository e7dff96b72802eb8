/** The common parts of calls about places and rooms. */
import * as z from 'zod/mini';
import { scopeLevels } from '../../domain/user.ts';
import { Uuid } from '../uuid.ts';
import { Version } from '../version.ts';

export const HomeLevel = z.enum([...scopeLevels, 'stream']);

/** The name and version of a place or room. */
export const nodeStateFields = {
  level: HomeLevel,
  uuid: Uuid,
  displayName: z.string(),
  alias: z.nullable(z.string()),
  version: Version,
};
export const NodeState = z.object(nodeStateFields);

/** With `true` a call returns the effect of a change without storing it. A text, because it is a query parameter. */
export const dryRunQuery = { dryRun: z.optional(z.enum(['true', 'false'])) };

/** Something that stops working for rooms because of a change: an alias, a device key, a group or a connection. */
const HomeImpact = z.object({
  kind: z.enum(['alias', 'device-key', 'group', 'connection']),
  /** The alias as devices write it, or the name of the device key, group or connection. */
  name: z.string(),
  /** The names of the first rooms for which it stops working. */
  rooms: z.array(z.string()),
  roomCount: z.int(),
  /** Whether the place of the device key or group is removed. */
  isPlaceRemoved: z.boolean(),
  /**
   * For an alias: the name of the room after the change. Null: the room is removed, and `takenBy` has the alias now.
   */
  newName: z.nullable(z.string()),
  /** For an alias: the name of another room that has the alias after the change. */
  takenBy: z.nullable(z.string()),
});

/** The effect of a change on staff, devices and boards. */
export const homeEffectFields = {
  /** The number of rooms that are deleted. */
  removedCount: z.int(),
  /** The number of rooms that become INACTIVE instead of being deleted, because they have reports. */
  retiredCount: z.int(),
  /** The number of rooms with an open alert that are removed or become INACTIVE, by the status of the alert. */
  alerts: z.array(z.object({ status: z.int(), count: z.int() })),
  impact: z.array(HomeImpact),
};
export const HomeEffect = z.object(homeEffectFields);
