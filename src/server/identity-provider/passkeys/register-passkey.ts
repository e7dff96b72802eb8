/** Adds a passkey to an account. The library that checks passkeys is loaded when somebody uses one (decision 091). */
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Account, Queries } from '../accounts/accounts.ts';
import { consumeTokenOf, createOneTimeToken } from '../accounts/one-time-tokens.ts';
import { listPasskeys, type StoredPasskey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

const siteName = 'Room Status';
/** EdDSA, ES256 and RS256 as COSE numbers. Without a list the library tries algorithms that Node warns of. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Returns what the browser needs for a new passkey. The challenge in it is valid for five minutes. */
export async function startRegistration(
  queries: Queries,
  { subject, username, displayName }: Account,
  { relyingParty, now }: { readonly relyingParty: RelyingParty; readonly now: number },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const challenge = await createOneTimeToken(queries, { subject, purpose: 'passkey' }, now);
  const known = await listPasskeys(queries, subject);
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(subject),
    userName: username,
    userDisplayName: displayName,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    excludeCredentials: known.map(({ id }) => ({ id })),
    // It replaces the password, so the device must find it without a username, and ask for a fingerprint or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs,
  });
}

export interface NewPasskey {
  readonly subject: string;
  readonly name: string;
  readonly credential: RegistrationResponseJSON;
}

/**
 * Returns the passkey to store, or undefined when the answer does not belong to a valid challenge of the account, or is
 * not correct. Either way the challenge is used up: call it outside the transaction, which a refusal would roll back.
 */
export async function verifyRegistration(
  queries: Queries,
  { subject, name, credential }: NewPasskey,
  { relyingParty, now }: { readonly relyingParty: RelyingParty; readonly now: number },
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const isOwnChallenge = await consumeTokenOf(queries, { subject, purpose: 'passkey' }, now);
  const result = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: isOwnChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
    // The library throws for each part of the answer that is wrong.
  }).catch(() => undefined);
  if (result?.verified !== true) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const key = Buffer.from(publicKey).toString('base64url');
  return { id, subject, name, public_key: key, counter, created_at: now, last_used_at: null };
}
