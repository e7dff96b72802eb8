import { expect, test } from 'vitest';
import { type GroupRight, groupOfSubject, isInScope, scopesOfRole, userOfGroups } from './user.ts';

const rights: GroupRight[] = [
  { group: 'night', role: 'ward-nurse', scope: { kind: 'ward', uuid: 'w' } },
  { group: 'office', role: 'manager', scope: { kind: 'client', uuid: 'c' } },
];

const someone = { subject: 'someone', displayName: 'Some One' };

test('groups without a right give no role and no scope', () => {
  expect(userOfGroups(someone, ['cleaning', 'Night'], rights)).toEqual({
    ...someone,
    rights: [],
    roles: [],
    scopes: [],
  });
});

test('a user has the rights of all of their groups', () => {
  expect(userOfGroups(someone, ['night', 'office'], rights)).toEqual({
    ...someone,
    rights: rights.map(({ role, scope }) => ({ role, scope })),
    roles: ['ward-nurse', 'manager'],
    scopes: [
      { kind: 'ward', uuid: 'w' },
      { kind: 'client', uuid: 'c' },
    ],
  });
});

test('a user has a role only in the scopes of the groups that give this role', () => {
  const user = userOfGroups(someone, ['night', 'office'], rights);
  expect(scopesOfRole(user, ['manager', 'administrator'])).toEqual([{ kind: 'client', uuid: 'c' }]);
  expect(scopesOfRole(user, ['administrator'])).toEqual([]);
});

test.each([
  ['everything', 'e', true],
  ['client', 'c', true],
  ['client', 'other', false],
  ['location', 'l', true],
  ['location', 'w', false],
  ['ward', 'w', true],
  ['ward', 'l', false],
] as const)('the scope %s %s covers ward w of location l of client c: %s', (kind, uuid, expected) => {
  const place = { clientUUID: 'c', locationUUID: 'l', wardUUID: 'w' };
  expect(isInScope({ kind, uuid }, place)).toBe(expected);
});

test.each([
  ['client', 'c', true],
  ['location', 'c', false],
  ['ward', 'c', false],
] as const)('the scope %s %s covers the whole client c: %s', (kind, uuid, expected) => {
  expect(isInScope({ kind, uuid }, { clientUUID: 'c' })).toBe(expected);
});

test('a ward scope does not cover the whole location', () => {
  expect(isInScope({ kind: 'ward', uuid: 'w' }, { clientUUID: 'c', locationUUID: 'l' })).toBe(false);
});

test('the right of one person is not given to the members of a group that is named like that person', () => {
  const own: GroupRight = { group: groupOfSubject('someone'), role: 'administrator', scope: { kind: 'everything' } };
  expect(userOfGroups(someone, [], [own])).toMatchObject({ roles: ['administrator'] });
  expect(userOfGroups({ ...someone, subject: 'another' }, ['someone', 'subject:someone'], [own]).roles).toEqual([]);
});
