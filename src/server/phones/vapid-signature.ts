/** Identifies the server to push services (RFC 8292). */
import webPush from 'web-push';
import type { PushKeys } from './push-keys.ts';

interface SignatureOptions {
  /** Where a push service reaches the operator: `mailto:` or an https address. */
  readonly contact: string;
  readonly now: () => number;
}

/** A signature is valid for 12 hours. */
const useMs = 3_600_000;

/**
 * Returns a function that makes the header `Authorization` for the endpoint of a phone. A signature takes a fifth of the
 * processor time of a message, so each push service gets the same one for an hour.
 */
export function createVapidSignature({ contact, now }: SignatureOptions) {
  const signatures = new Map<string, { readonly header: string; readonly madeAt: number }>();
  return (endpoint: string, { publicKey, privateKey }: PushKeys): string => {
    const { origin } = new URL(endpoint);
    const known = signatures.get(origin);
    const age = known === undefined ? Infinity : Math.abs(now() - known.madeAt);
    if (known !== undefined && age < useMs) return known.header;
    const { Authorization: header } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm');
    signatures.set(origin, { header, madeAt: now() });
    return header;
  };
}
