/** The calls with which people go on and off duty. `POST /boards/{id}` returns who is on duty. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

/** A person who is on duty on a ward. */
export const PersonOnDuty = z.object({
  wardUUID: Uuid,
  subject: z.string(),
  displayName: z.nullable(z.string()),
  /** The end of the shift. */
  until: z.iso.datetime(),
});

/** What became of the messages about an open alert, one for each person and contact. */
export const AlertNotice = z.object({
  alertUUID: Uuid,
  wardUUID: Uuid,
  name: z.nullable(z.string()),
  /** `nobody`: the chain is over and reached nobody. Such an item has no name. */
  outcome: z.enum(['sending', 'accepted', 'failed', 'nobody']),
});

const ofWard = { access: 'user', reach: 'named', params: z.object({ id: Uuid }), response: z.null() } as const;

export const dutyEndpoints = {
  startDuty: {
    ...ofWard,
    method: 'POST',
    path: '/wards/{id}/duty',
    summary: 'You are on duty on the ward until the shift ends. Your phones get alerts that nobody answers',
  },
  endDuty: {
    ...ofWard,
    method: 'DELETE',
    path: '/wards/{id}/duty',
    summary: 'You are no longer on duty on the ward',
  },
} as const satisfies Record<string, Endpoint>;
