/** Who is signed in, and which parts of the hierarchy that person may see. */

export const roles = ['ward-nurse', 'manager', 'administrator'] as const;

export type Role = (typeof roles)[number];

/** The levels of the hierarchy that a right can be limited to. */
export const scopeLevels = ['client', 'location', 'ward'] as const;

export type ScopeLevel = (typeof scopeLevels)[number];

/** Which part of the hierarchy a right covers: everything, or one node and all that is below it. */
export type Scope = { readonly kind: 'everything' } | { readonly kind: ScopeLevel; readonly uuid: string };

/** The position of a ward or a room in the hierarchy. A place without `wardUUID` is a whole location. */
export interface Place {
  readonly clientUUID: string;
  readonly locationUUID: string;
  readonly wardUUID?: string;
}

/** Whether the scope covers the place and everything below it. */
export function isWithin(scope: Scope, place: Place): boolean {
  switch (scope.kind) {
    case 'everything':
      return true;
    case 'client':
      return place.clientUUID === scope.uuid;
    case 'location':
      return place.locationUUID === scope.uuid;
    case 'ward':
      return place.wardUUID === scope.uuid;
  }
}

/** Whether one of the scopes covers the place. A place that does not exist is covered by none. */
export function isCovered(scopes: readonly Scope[], place: Place | undefined): boolean {
  return place !== undefined && scopes.some((scope) => isWithin(scope, place));
}

/** The role and the scope that the members of one group of the identity provider have. */
export interface GroupRight {
  readonly group: string;
  readonly role: Role;
  readonly scope: Scope;
}

export interface User {
  /** The subject (`sub`) of the user at the identity provider. */
  readonly subject: string;
  /** Null: the identity provider tells no name. */
  readonly displayName: string | null;
  readonly roles: readonly Role[];
  readonly scopes: readonly Scope[];
}

/** Combines the rights of all groups of a user. A group without a right adds nothing: deny by default. */
export function userOfGroups(
  { subject, displayName }: Pick<User, 'subject' | 'displayName'>,
  groups: readonly string[],
  rights: readonly GroupRight[],
): User {
  const held = rights.filter((right) => groups.includes(right.group));
  return {
    subject,
    displayName,
    roles: [...new Set(held.map((right) => right.role))],
    scopes: held.map((right) => right.scope),
  };
}
