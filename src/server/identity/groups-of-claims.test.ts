import { expect, test } from 'vitest';
import { groupsOfClaims } from './groups-of-claims.ts';

const claims = {
  groups: ['nurses', 7, null, 'night'],
  role: 'manager',
  nothing: null,
  number: 5,
  realm_access: { roles: ['offline_access', 'nurses'] },
  'https://example.org/groups': ['named like an address'],
};

test('a list of strings is a list of groups; what is no string is no group', () => {
  expect(groupsOfClaims(claims, 'groups')).toEqual(['nurses', 'night']);
});

test('a claim may lie within another', () => {
  expect(groupsOfClaims(claims, 'realm_access.roles')).toEqual(['offline_access', 'nurses']);
});

test('a claim may have dots in its own name', () => {
  expect(groupsOfClaims(claims, 'https://example.org/groups')).toEqual(['named like an address']);
});

test('a single string is one group', () => {
  expect(groupsOfClaims(claims, 'role')).toEqual(['manager']);
});

test('a claim that is there and is no list gives no group; one that is not there is unknown', () => {
  expect(groupsOfClaims(claims, 'number')).toEqual([]);
  expect(groupsOfClaims(claims, 'nothing')).toBeUndefined();
  expect(groupsOfClaims(claims, 'realm_access.groups')).toBeUndefined();
  expect(groupsOfClaims(claims, 'groups.length')).toBeUndefined();
  expect(groupsOfClaims(claims, 'constructor.name')).toBeUndefined();
});
