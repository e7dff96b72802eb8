/** The calls of people for their own account at the embedded identity provider. With an external one they answer 404. */
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { DisplayName, NewPassword } from './manage/fields.ts';

const Password = z.string().check(z.maxLength(1024));

const Base64url = z.string().check(z.maxLength(20_000), z.regex(/^[\w-]*$/, 'must be base64url'));

const Passkey = z.object({
  /** The credential id, base64url. */
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});

/** RegistrationResponseJSON of WebAuthn, as far as it is read. */
const NewCredential = z.object({
  id: Base64url,
  rawId: Base64url,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: Base64url, attestationObject: Base64url }),
});

export const ownAccountEndpoints = {
  getOwnAccount: {
    method: 'GET',
    path: '/account',
    access: 'user',
    summary: 'Your account and its passkeys',
    response: z.object({
      username: z.string(),
      displayName: z.string(),
      /** False where browsers refuse passkeys: at an IP address, and without TLS. */
      canAddPasskeys: z.boolean(),
      passkeys: z.array(Passkey),
    }),
  },
  changeOwnPassword: {
    method: 'POST',
    path: '/account/password',
    access: 'user',
    summary: 'Changes your password. Your other sessions end',
    body: z.strictObject({ password: Password, newPassword: NewPassword }),
    response: z.null(),
  },
  startPasskey: {
    method: 'POST',
    path: '/account/passkeys/options',
    access: 'user',
    summary:
      'Checks your password, because a screen may be unlocked, and returns the options of a new passkey (PublicKeyCredentialCreationOptionsJSON). They are valid for five minutes',
    body: z.strictObject({ password: Password }),
    response: z.looseObject({ challenge: z.string() }),
  },
  addPasskey: {
    method: 'POST',
    path: '/account/passkeys',
    access: 'user',
    summary: 'Adds a passkey with the answer of the browser (RegistrationResponseJSON)',
    body: z.strictObject({ name: DisplayName, credential: NewCredential }),
    response: z.null(),
  },
  removePasskey: {
    method: 'DELETE',
    path: '/account/passkeys/{id}',
    access: 'user',
    summary: 'Removes a passkey',
    params: z.object({ id: Base64url }),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
