/** Where a person was going when the sign-in came between (ROUTE-9). */

/**
 * The address to go on to: a path of this origin with its query and hash, else the start. What does
 * not begin with exactly one slash could lead to another site; the sign-in's own pages to a circle.
 */
export function safeReturnAddress(address: unknown): string {
  if (typeof address !== 'string' || !/^\/(?![/\\])/.test(address)) return '/';
  // Browsers drop these characters from addresses, so `/<tab>/evil.example` would become another site.
  if (/[\t\n\r]/.test(address)) return '/';
  return /^\/(login|callback)(?=[/?#]|$)/.test(address) ? '/' : address;
}

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export function addressOfPlace({ pathname, search, hash }: Place): string {
  return pathname + search + hash;
}

/** Reads the address that `require-session.tsx` put into the history entry of the login page. */
export function returnAddressOfState(state: unknown): string {
  return safeReturnAddress(
    typeof state === 'object' && state !== null && 'returnTo' in state ? state.returnTo : undefined,
  );
}

/** What the provider says against the sign-in, in the address it returned to (RFC 6749, section 4.1.2.1). */
export function refusalOfAddress(url: string): string | undefined {
  const query = new URL(url).searchParams;
  const words = query.get('error_description') ?? query.get('error');
  return words === null || words === '' ? undefined : words.slice(0, 300);
}
