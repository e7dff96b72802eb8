/** The fields of an account that a form edits. */
export interface AccountValues {
  readonly displayName: string;
  readonly groups: readonly string[];
}

export const emptyAccountValues: AccountValues = { displayName: '', groups: [] };

export function isSameAccount(values: AccountValues, other: AccountValues): boolean {
  const hasSameGroups =
    values.groups.length === other.groups.length && values.groups.every((name) => other.groups.includes(name));
  return values.displayName === other.displayName && hasSameGroups;
}
