/** The part of a home that a change sends. */
import * as z from 'zod/mini';
import { streamStatuses, streamTypes } from '../../domain/stream.ts';
import { scopeLevels } from '../../domain/user.ts';
import { Uuid } from '../uuid.ts';
import { DisplayName } from './fields.ts';
import { Version } from './version.ts';

const homeLevels = [...scopeLevels, 'stream'] as const;
export const HomeLevel = z.enum(homeLevels);

/**
 * A place or room within a change. It is found by its uuid, and only the fields that are given change. Without `version`
 * and with a `displayName` it is added if it does not exist, so a new one gets its uuid from the caller.
 */
const node = {
  uuid: Uuid,
  /** The version that the change was made from. A place that is only named as parent needs none. */
  version: z.optional(Version),
  displayName: z.optional(DisplayName),
  rules: z.optional(z.looseObject({})),
};
const aliased = { ...node, alias: z.optional(z.nullable(z.string().check(z.maxLength(64)))) };
const { rules: _noRules, ...clientNode } = node;

const StreamChange = z.strictObject({
  ...aliased,
  type: z.optional(z.enum(streamTypes)),
  status: z.optional(z.enum(streamStatuses)),
});
const WardChange = z.strictObject({ ...node, streams: z.optional(z.array(StreamChange)) });
const LocationChange = z.strictObject({ ...aliased, wards: z.optional(z.array(WardChange)) });
const ClientChange = z.strictObject({ ...clientNode, locations: z.optional(z.array(LocationChange)) });

const Removal = z.strictObject({
  level: HomeLevel,
  uuid: Uuid,
  version: z.optional(Version),
  /** The number of rooms that the user was shown. Another number is a conflict. */
  rooms: z.optional(z.int()),
});

/** A part of the home as it should be, and what is to be removed. All of it is changed together, or nothing. */
export const HomeChange = z.strictObject({
  clients: z.optional(z.array(ClientChange)),
  remove: z.optional(z.array(Removal)),
});
