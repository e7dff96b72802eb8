/** Name and groups of an account as a form edits them. */

export interface AccountValues {
  readonly displayName: string;
  readonly groups: readonly string[];
  /** Another group, as it is typed. It counts also when nobody has pressed its button. */
  readonly newGroup: string;
}

export const noAccountValues: AccountValues = { displayName: '', groups: [], newGroup: '' };

/** The values of the account as they are sent. */
export function accountOf({ displayName, groups, newGroup }: AccountValues) {
  const name = newGroup.trim();
  return { displayName, groups: name === '' || groups.includes(name) ? [...groups] : [...groups, name] };
}

export function isSameAccount(values: AccountValues, other: Omit<AccountValues, 'newGroup'>): boolean {
  const { displayName, groups } = accountOf(values);
  const hasSameGroups = groups.length === other.groups.length && groups.every((name) => other.groups.includes(name));
  return displayName === other.displayName && hasSameGroups;
}
