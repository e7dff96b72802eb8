/** The calls for clients, locations and wards. A server that implements only the specification sends these fields. */
import * as z from 'zod/mini';
import { endpoints } from '../../contract/endpoints.ts';
import { Uuid } from '../../contract/uuid.ts';
import { UncheckedItems } from '../api/valid-items.ts';

export const Place = z.object({
  uuid: Uuid,
  displayName: z.string(),
  /** When staff could last see and hear the ward on a board. Absent: they can now, or it is no ward. */
  unwatchedSince: z.optional(z.string()),
});

/** A client, a location or a ward. */
export type Place = z.infer<typeof Place>;

export const placeCalls = {
  clients: { ...endpoints.listClients, response: UncheckedItems },
  locations: { ...endpoints.listLocations, response: UncheckedItems },
  wards: { ...endpoints.listWards, response: UncheckedItems },
  client: { ...endpoints.getClient, response: Place },
  location: { ...endpoints.getLocation, response: Place },
  ward: { ...endpoints.getWard, response: Place },
} as const;
