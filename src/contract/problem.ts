/**
 * The body of every refused call: problem details (RFC 9457). The server uses no other codes than those listed here.
 */
import * as z from 'zod/mini';

/** On its own, because the first page that loads needs no other status. */
export const movedStatus = 410;

export const problemStatuses = {
  'invalid-request': 422,
  'malformed-json': 400,
  /** The screen that wants to be a wall board has no token yet. The member `error` has the reason (RFC 8628). */
  'no-token-yet': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  /** The place is in another cell now: see moved-problem.ts. */
  moved: movedStatus,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

export const ReasonJson = z.object({
  /** The reason in English, for programs and logs. */
  reason: z.string(),
  /** The ReasonCode, which pages translate. */
  code: z.optional(z.string()),
  /** The values that are inserted into the reason. */
  values: z.optional(z.record(z.string(), z.string())),
});

export const FieldError = z.extend(ReasonJson, {
  /** The path of the invalid value in the body, query or address: `[3].status`, `wardUUID`. */
  field: z.string(),
});

/** The reasons for which the access token of a call is refused. */
export const tokenRefusals = [
  'missing',
  /** The token is not a signed JWT, so only its provider can read it. */
  'opaque',
  'algorithm',
  'unknown-key',
  'signature',
  'type',
  'id-token',
  'issuer',
  'audience',
  'expired',
  'not-yet-valid',
  /** The token has no subject or no expiry. */
  'incomplete',
  'revoked',
] as const;
export type TokenRefusal = (typeof tokenRefusals)[number];

/** A reason code. Any text is accepted, because a newer server may send further codes. */
export const ProblemReason = z.string();

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** Why the call was refused, for programs: a TokenRefusal for 401, otherwise a ReasonCode. */
  reason: z.optional(ProblemReason),
  /** The values that are inserted into the text of the reason. */
  values: z.optional(z.record(z.string(), z.string())),
  errors: z.optional(z.array(FieldError)),
});

export const problemContentType = 'application/problem+json';
