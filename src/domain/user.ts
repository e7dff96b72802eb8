/** Who is signed in, and which parts of the hierarchy that person may see. */

export const roles = ['ward-nurse', 'manager', 'administrator'] as const;

export type Role = (typeof roles)[number];

/** The levels of the hierarchy that a right can be limited to. */
export const scopeLevels = ['client', 'location', 'ward'] as const;

export type ScopeLevel = (typeof scopeLevels)[number];

/** Which part of the hierarchy a right covers: everything, or one node and all that is below it. */
export type Scope = { readonly kind: 'everything' } | { readonly kind: ScopeLevel; readonly uuid: string };

/**
 * A position in the hierarchy. A place without `wardUUID` is a whole location, and without `locationUUID` a whole
 * client.
 */
export interface Place {
  readonly clientUUID: string;
  readonly locationUUID?: string;
  readonly wardUUID?: string;
}

/** Whether the scope covers the place and everything below it. */
export function isInScope(scope: Scope, place: Place): boolean {
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

/** Whether one of the scopes covers the place. An undefined place is never covered. */
export function isPlaceCovered(scopes: readonly Scope[], place: Place | undefined): boolean {
  return place !== undefined && scopes.some((scope) => isInScope(scope, place));
}

export interface Right {
  readonly role: Role;
  readonly scope: Scope;
}

/** The role and the scope that the members of one group of the identity provider have. */
export interface GroupRight extends Right {
  readonly group: string;
}

export function isAdministratorOfEverything({ role, scope }: Right): boolean {
  return role === 'administrator' && scope.kind === 'everything';
}

export interface User {
  /** The subject (`sub`) of the user at the identity provider. */
  readonly subject: string;
  /** The name of the user. Null: the identity provider sends none. */
  readonly displayName: string | null;
  readonly rights: readonly Right[];
  /** The roles of all rights of the user, without their scopes. To check a role in a place, use `rights`. */
  readonly roles: readonly Role[];
  /** The scopes of all rights of the user, who may see everything in these scopes. */
  readonly scopes: readonly Scope[];
}

/** The scopes in which the user has one of the roles. */
export function scopesOfRole({ rights }: User, allowed: readonly Role[]): readonly Scope[] {
  return rights.filter(({ role }) => allowed.includes(role)).map(({ scope }) => scope);
}

const subjectPrefix = 'subject:';

/** A group name that stands for a single person, for rights of one person. */
export function groupOfSubject(subject: string): string {
  return subjectPrefix + subject;
}

/** Whether a group name stands for a single person. If a provider sends such a group, it gives no rights. */
export function isGroupOfSubject(group: string): boolean {
  return group.startsWith(subjectPrefix);
}

/** Combines the rights of all groups of a user. A group without a right adds nothing: deny by default. */
export function userOfGroups(
  { subject, displayName }: Pick<User, 'subject' | 'displayName'>,
  groups: readonly string[],
  rights: readonly GroupRight[],
): User {
  // Removes groups of the provider with a name that stands for another person.
  const names = [groupOfSubject(subject), ...groups.filter((group) => !isGroupOfSubject(group))];
  const held = rights.filter((right) => names.includes(right.group)).map(({ role, scope }): Right => ({ role, scope }));
  return {
    subject,
    displayName,
    rights: held,
    roles: [...new Set(held.map((right) => right.role))],
    scopes: held.map((right) => right.scope),
  };
}
