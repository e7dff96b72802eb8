/** Account states of the embedded identity provider. */

/** The states of an account. `invited`: the person has not set a password yet. */
export const accountStates = ['active', 'invited', 'disabled'] as const;

export type AccountState = (typeof accountStates)[number];
