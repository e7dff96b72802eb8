import { expect, test } from 'vitest';
import { groupsOfClaims } from './groups-of-claims.ts';

const claims = {
  groups: ['nurses', 7, null, 'night'],
  role: 'manager',
  nothing: null,
  number: 5,
  realm_access: { roles: ['offline_access', 'nurses'] },
  'https://example.org/groups': ['url-shaped'],
};

test.each([
  ['a list: its strings', 'groups', ['nurses', 'night']],
  ['a path: the nested claim', 'realm_access.roles', ['offline_access', 'nurses']],
  ['a name that contains dots', 'https://example.org/groups', ['url-shaped']],
  ['a single string', 'role', ['manager']],
  ['a value of another type: no groups', 'number', []],
  ['null', 'nothing', undefined],
  ['a missing nested claim', 'realm_access.groups', undefined],
  ['a property of the list', 'groups.length', undefined],
  ['an inherited property', 'constructor.name', undefined],
])('groups of %s', (_what, claim, expected) => {
  expect(groupsOfClaims(claims, claim)).toEqual(expected);
});
