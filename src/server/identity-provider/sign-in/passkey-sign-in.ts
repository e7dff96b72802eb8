/** The passkey part of the sign-in form. */
import type { Database } from '../../database/database.ts';
import type { Account } from '../accounts/accounts.ts';
import type { PasskeyRequest } from '../pages/sign-in-page.ts';
import { hasAnyPasskey } from '../passkeys/passkey-store.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { challengeOfSignIn, verifyPasskey } from '../passkeys/verify-passkey.ts';

interface PasskeySignInOptions {
  readonly database: Database;
  readonly issuer: string;
  readonly now: () => number;
}

/** `uid`: the id of the sign-in. Resolves to undefined when nobody can sign in with a passkey. */
export async function requestPasskey(
  { database, issuer }: PasskeySignInOptions,
  uid: string,
): Promise<PasskeyRequest | undefined> {
  const relyingParty = relyingPartyOf(issuer);
  if (relyingParty === undefined || !(await hasAnyPasskey(database))) return undefined;
  return { challenge: challengeOfSignIn(uid), relyingPartyId: relyingParty.id };
}

/** `answer`: JSON of the browser. Nobody can guess a signature, so the attempts are not limited. */
export async function checkPasskey(
  { database, issuer, now }: PasskeySignInOptions,
  { answer, uid }: { readonly answer: string; readonly uid: string },
): Promise<Account | undefined> {
  const relyingParty = relyingPartyOf(issuer);
  if (relyingParty === undefined) return undefined;
  return verifyPasskey(database, answer, { challenge: challengeOfSignIn(uid), relyingParty, now: now() });
}
