/** Who is signed in, and beneath which nodes of the hierarchy that person may see. */

export type Role = 'ward-nurse' | 'manager' | 'administrator';

/** Which part of the hierarchy a right opens: everything, or all that lies beneath one node. */
export type Scope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'client' | 'location' | 'ward'; readonly uuid: string };

/** What membership of one group of the identity provider gives. */
export interface GroupRight {
  readonly group: string;
  readonly role: Role;
  readonly scope: Scope;
}

export interface User {
  /** The subject at the identity provider. */
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly scopes: readonly Scope[];
}

/** Deny by default: groups that no right names give nothing. */
export function userOfGroups(subject: string, groups: readonly string[], rights: readonly GroupRight[]): User {
  const held = rights.filter((right) => groups.includes(right.group));
  return {
    subject,
    roles: [...new Set(held.map((right) => right.role))],
    scopes: held.map((right) => right.scope),
  };
}
