import { expect, test } from 'vitest';
import { accountOf, isSameAccount } from './account-values.ts';

const values = { displayName: 'Nora Lind', groups: ['nurses'], newGroup: '' };

test('a group that was typed is saved with the account, also when nobody has pressed its button', () => {
  const typed = { ...values, newGroup: ' night-team ' };
  expect(accountOf(typed)).toEqual({ displayName: 'Nora Lind', groups: ['nurses', 'night-team'] });
  expect(isSameAccount(typed, values), 'the form asks before it is closed').toBe(false);
});

test('a typed group that the account has already, or a space, changes nothing', () => {
  for (const newGroup of ['nurses', ' ']) {
    expect(accountOf({ ...values, newGroup }).groups).toEqual(['nurses']);
    expect(isSameAccount({ ...values, newGroup }, values)).toBe(true);
  }
});
