/** The content of a push message: what the server encrypts and the service worker shows. */
import * as z from 'zod/mini';
import { languages } from '../../domain/language.ts';

const OneAlert = z.object({
  kind: z.literal('one'),
  /** Null: the home allows no text in the push. */
  room: z.nullable(z.string()),
  status: z.nullable(z.int()),
  isTest: z.boolean(),
});

const About = z.object({
  ward: z.object({ uuid: z.string(), locationUUID: z.string(), clientUUID: z.string(), displayName: z.string() }),
  alerts: z.union([OneAlert, z.object({ kind: z.literal('several'), count: z.int() })]),
});

const Message = z.object({
  language: z.enum(languages.map(({ code }) => code)),
  /** A notification replaces the one with the same tag. */
  tag: z.string(),
  /** The base address of the API. */
  api: z.string(),
  /** Confirms the arrival, and answers the alert of an `alert`. */
  token: z.string(),
});

export const PushPayload = z.union([
  z.extend(Message, { kind: z.literal('alert'), about: About }),
  z.extend(Message, { kind: z.literal('answered'), about: About, by: z.nullable(z.string()) }),
  z.extend(Message, { kind: z.enum(['waiting', 'over']), about: About }),
  z.extend(Message, { kind: z.enum(['test', 'check']) }),
]);
export type PushPayload = z.infer<typeof PushPayload>;
