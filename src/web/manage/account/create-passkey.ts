/** Makes a passkey with the browser (WebAuthn). */
import * as z from 'zod/mini';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';

const Created = ownAccountEndpoints.addPasskey.body.shape.credential;

/** Whether this browser can make passkeys from the options of the server. */
export function canCreatePasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/**
 * Returns the answer for the server. `cancelled`: the user or the browser has ended it. `exists`: the device has a
 * passkey of this account.
 */
export async function createPasskey(options: unknown): Promise<z.output<typeof Created> | 'cancelled' | 'exists'> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(CreationOptions.parse(options));
    const credential = await navigator.credentials.create({ publicKey });
    // The JSON form of a credential is that of `toJSON` (WebAuthn, section 5.1).
    return z.parse(Created, JSON.parse(JSON.stringify(credential)));
  } catch (error) {
    return error instanceof DOMException && error.name === 'InvalidStateError' ? 'exists' : 'cancelled';
  }
}

/** The server has made them with the same types. The browser checks them. */
const CreationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>((value) => typeof value === 'object');
