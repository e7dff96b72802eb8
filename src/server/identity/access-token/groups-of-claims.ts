/** Reads the groups of a user from the claims of a token. */

/** The values of the setting OIDC_GROUPS_SEPARATOR. */
export const groupSeparators = ['comma', 'space'] as const;
type GroupSeparator = (typeof groupSeparators)[number];

type Claims = Readonly<Record<string, unknown>>;

export interface GroupsFormat {
  /** The name of the claim, or a path to it such as `realm_access.roles`. */
  readonly claim: string;
  /** The separator between groups in a string. Undefined: a string is one group. */
  readonly separator?: GroupSeparator | undefined;
}

const separators = { comma: ',', space: ' ' } as const satisfies Record<GroupSeparator, string>;

/**
 * Returns the groups in the claim, or undefined when the claim is missing. Providers send a list of names, a list of
 * objects with a name or an id, one text, or an object whose keys are the names. A key counts only if its value is true
 * or an object, because `{"admin": false}` says that the user is not in the group. Values of other types are ignored.
 */
export function groupsOfClaims(claims: Claims, { claim, separator }: GroupsFormat): readonly string[] | undefined {
  const value = findClaim(claims, claim);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return separator === undefined ? [value] : splitText(value, separators[separator]);
  if (Array.isArray(value)) return value.map(nameOf).filter((name) => name !== undefined);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, granted]) => (granted === true || isRecord(granted) ? [name] : []));
}

function splitText(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function nameOf(item: unknown): string | undefined {
  const name = isRecord(item) ? (item['name'] ?? item['id']) : item;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Finds the claim at a path such as `realm_access.roles`. Tries longer names first, because the name of a claim may
 * contain dots, such as `https://example.org/groups` or a client id.
 */
function findClaim(claims: unknown, path: string): unknown {
  if (!isRecord(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(claims, name)) return findClaim(claims[name], path.slice(dot + 1));
  }
  return undefined;
}

function isRecord(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
