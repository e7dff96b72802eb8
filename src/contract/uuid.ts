import * as z from 'zod/mini';
import type { ReasonCode } from './reasons.ts';

export const Uuid = z.string().check(z.guid('uuid' satisfies ReasonCode));

export const maxListedUuids = 100;

/** One or more uuids, separated by commas. */
export const UuidList = z.string().check(
  z.refine((text) => {
    const uuids = text.split(',');
    return uuids.length <= maxListedUuids && uuids.every((uuid) => Uuid.safeParse(uuid).success);
  }, `must be a uuid, or at most ${maxListedUuids} of them separated by commas`),
);
