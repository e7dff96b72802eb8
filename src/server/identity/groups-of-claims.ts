/** Reads the groups of a user from the claims of a token. */

type Claims = Readonly<Record<string, unknown>>;

/**
 * `claim` is a name, or a path such as `realm_access.roles`. Returns undefined when the claim is missing.
 * A single string counts as a list of one, because some providers send that. Other values in the list are ignored.
 */
export function groupsOfClaims(claims: Claims, claim: string): readonly string[] | undefined {
  const value = findClaim(claims, claim);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Tries the whole name first: a name such as `https://example.org/groups` contains dots itself. */
function findClaim(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const part of claim.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

function isRecord(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
