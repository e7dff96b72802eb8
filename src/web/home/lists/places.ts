/**
 * Fetches clients, locations and wards. Requires only the fields of the specification, so other servers can send them.
 */
import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import { Uuid } from '../../../contract/uuid.ts';
import { UncheckedItems } from '../../api/valid-items.ts';

export const ListedPlace = z.object({
  uuid: Uuid,
  displayName: z.string(),
  /** When a board last showed and sounded the ward. Absent: a board does so now, or the place is no ward. */
  unwatchedSince: z.optional(z.string()),
});

/** A client, a location or a ward. */
export type ListedPlace = z.infer<typeof ListedPlace>;

export const placeCalls = {
  clients: { ...endpoints.listClients, response: UncheckedItems },
  locations: { ...endpoints.listLocations, response: UncheckedItems },
  wards: { ...endpoints.listWards, response: UncheckedItems },
  client: { ...endpoints.getClient, response: ListedPlace },
  location: { ...endpoints.getLocation, response: ListedPlace },
  ward: { ...endpoints.getWard, response: ListedPlace },
} as const;
