/** The body of every refused call: problem details (RFC 9457). The list of codes is complete. */
import * as z from 'zod/mini';

export const problemStatus = {
  'invalid-request': 422,
  'malformed-json': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'method-not-allowed': 405,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export const FieldError = z.object({
  /** The path of the invalid value in the body, query or address: `[3].status`, `wardUUID`. */
  field: z.string(),
  reason: z.string(),
});

/** The reasons for which the access token of a call is refused. */
export const tokenRefusals = [
  'missing',
  /** Not a signed JWT. Only its provider can read such a token. */
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
  /** Without subject or expiry. */
  'incomplete',
  'revoked',
] as const;
export type TokenRefusal = (typeof tokenRefusals)[number];

/** Any text, so that a page accepts the reasons of a newer server. */
export const ProblemReason = z.string();

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** Why the call was refused, for programs: a TokenRefusal for 401. */
  reason: z.optional(ProblemReason),
  errors: z.optional(z.array(FieldError)),
});

export const problemContentType = 'application/problem+json';
