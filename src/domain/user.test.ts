import { expect, test } from 'vitest';
import { type GroupRight, isWithin, userOfGroups } from './user.ts';

const rights: GroupRight[] = [
  { group: 'night', role: 'ward-nurse', scope: { kind: 'ward', uuid: 'w' } },
  { group: 'office', role: 'manager', scope: { kind: 'client', uuid: 'c' } },
];

const someone = { subject: 'someone', displayName: 'Some One' };

test('groups without a right give no role and no scope', () => {
  expect(userOfGroups(someone, ['cleaning', 'Night'], rights)).toEqual({ ...someone, roles: [], scopes: [] });
});

test('a user has the rights of all of their groups', () => {
  expect(userOfGroups(someone, ['night', 'office'], rights)).toEqual({
    ...someone,
    roles: ['ward-nurse', 'manager'],
    scopes: [
      { kind: 'ward', uuid: 'w' },
      { kind: 'client', uuid: 'c' },
    ],
  });
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
  expect(isWithin({ kind, uuid }, place)).toBe(expected);
});

test('a ward scope does not cover the whole location', () => {
  expect(isWithin({ kind: 'ward', uuid: 'w' }, { clientUUID: 'c', locationUUID: 'l' })).toBe(false);
});
