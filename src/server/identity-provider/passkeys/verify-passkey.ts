/** Checks the answer of a passkey on the sign-in page. */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Account, findEnabledAccount, type Queries } from '../accounts/accounts.ts';
import { findPasskey, recordUse } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** AuthenticationResponseJSON of WebAuthn, as far as it is read. */
const Answer = z.object({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    /** The subject of the account, base64url. */
    userHandle: z.string(),
  }),
});

/**
 * The challenge of a sign-in. The id of the sign-in is random, its cookie binds it to the browser, and it ends with the
 * sign-in. So its hash is a challenge that is used once, and needs no storage.
 */
export function challengeOfSignIn(uid: string): string {
  return createHash('sha256').update(`passkey ${uid}`).digest('base64url');
}

/** Returns undefined for an answer that is not correct, an unknown passkey and a disabled account. */
export async function verifyPasskey(
  queries: Queries,
  answer: string,
  options: { readonly challenge: string; readonly relyingParty: RelyingParty; readonly now: number },
): Promise<Account | undefined> {
  const parsed = Answer.safeParse(parseJson(answer));
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const passkey = await findPasskey(queries, data.id);
  if (passkey === undefined || passkey.subject !== subjectOf(data.response.userHandle)) return undefined;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await verifyAuthenticationResponse({
    response: { ...data, clientExtensionResults: {} },
    expectedChallenge: options.challenge,
    expectedOrigin: options.relyingParty.origin,
    expectedRPID: options.relyingParty.id,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
    // The library throws for each part of the answer that is wrong.
  }).catch(() => undefined);
  if (result?.verified !== true) return undefined;
  const account = await findEnabledAccount(queries, passkey.subject);
  if (account === undefined) return undefined;
  await recordUse(queries, { id: passkey.id, counter: result.authenticationInfo.newCounter, now: options.now });
  return account;
}

function subjectOf(userHandle: string): string {
  return Buffer.from(userHandle, 'base64url').toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
