/** The calls that erase the history of a room. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

/** What is erased, in numbers. The report that the card shows, open alerts and a pause that goes on stay. */
export const ErasedHistory = z.object({
  /** When the first of the reports was received. Null: there is none. */
  from: z.nullable(z.iso.datetime()),
  before: z.iso.datetime(),
  reports: z.int(),
  /** Alerts that have ended. */
  alerts: z.int(),
  /** Events of pauses. */
  pauses: z.int(),
  /** Nights that keep their counts without the room. */
  nights: z.int(),
});

const call = {
  path: '/manage/streams/{id}/history',
  access: 'administrator',
  reach: 'named',
  params: z.object({ id: Uuid }),
  query: z.object({
    /** The history until this instant. Default, and at most: now. */
    before: z.optional(z.iso.datetime({ offset: true })),
  }),
  response: ErasedHistory,
} as const;

export const eraseHistoryEndpoints = {
  countErasableHistory: {
    ...call,
    method: 'GET',
    summary: 'What an erasure of the history of a room would delete, in numbers',
  },
  eraseHistory: {
    ...call,
    method: 'DELETE',
    outcome: 'kept',
    summary: 'Erases the history of a room. Its nights keep their counts without the room',
    timeLimitMs: 120_000,
  },
} as const satisfies Record<string, Endpoint>;
