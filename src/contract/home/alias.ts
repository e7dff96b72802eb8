/** The alias of a location or room. */
import * as z from 'zod/mini';
import type { ReasonCode } from '../reasons.ts';
import { Uuid } from '../uuid.ts';

/**
 * Whether a text can be an alias. Aliases are used in MQTT topics and in `location/room`, where one that looks like a
 * uuid would be ambiguous.
 */
export function isAlias(name: string): boolean {
  return /^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/i.test(name) && !Uuid.safeParse(name).success;
}

/** The name of a location or room in reports and files. */
export const Alias = z.string().check(z.refine(isAlias, 'alias' satisfies ReasonCode));
