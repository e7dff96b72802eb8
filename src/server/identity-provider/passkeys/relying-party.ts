/** The site for which passkeys are made (WebAuthn). */
import { isIP } from 'node:net';

export interface RelyingParty {
  /** A host name. A passkey works on this host and its subdomains only. */
  readonly id: string;
  readonly origin: string;
}

/** Browsers refuse passkeys for IP addresses, and for plain HTTP except on this computer. Undefined: no passkeys. */
export function relyingPartyOf(issuer: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(issuer);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined;
}
