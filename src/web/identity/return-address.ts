/** The return address: the page of this app that is opened after the sign-in (ROUTE-9). */

/**
 * Returns the address if it is a path of this origin, otherwise `/`. An address that does not begin with exactly one
 * slash could lead to another site. The paths of the login and the callback page are replaced too, because they would
 * lead back to the login.
 */
export function sanitizeReturnAddress(address: unknown): string {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return '/';
  // Browsers remove tabs and line breaks from addresses, so `/<tab>/evil.example` would become `//evil.example`.
  if (/[\t\n\r]/.test(address)) return '/';
  return /^\/(login|callback)(?=[/?#]|$)/.test(address) ? '/' : address;
}

interface PageLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export function addressOfLocation({ pathname, search, hash }: PageLocation): string {
  return pathname + search + hash;
}

/** Reads the address that `require-session.tsx` stored in the history entry of the login page. */
export function returnAddressOfState(state: unknown): string {
  return sanitizeReturnAddress(
    typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined,
  );
}
