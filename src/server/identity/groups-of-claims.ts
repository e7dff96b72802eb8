/** Finds a person's groups among the claims of a token. */

type Claims = Readonly<Record<string, unknown>>;

/**
 * Undefined when there is no such claim. A list of strings; a single string counts as a list of one,
 * because some providers write it so. Whatever else is in the list is no group.
 */
export function groupsOfClaims(claims: Claims, claim: string): readonly string[] | undefined {
  const value = claimOf(claims, claim);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A claim's name may have dots of its own (`https://example.org/groups`), so the whole name goes first. */
function claimOf(claims: Claims, claim: string): unknown {
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
