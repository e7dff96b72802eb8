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

test('the groups are the strings of the list; other values are ignored', () => {
  expect(groupsOfClaims(claims, 'groups')).toEqual(['nurses', 'night']);
});

test('a path reads a nested claim', () => {
  expect(groupsOfClaims(claims, 'realm_access.roles')).toEqual(['offline_access', 'nurses']);
});

test('a claim whose own name contains dots is found', () => {
  expect(groupsOfClaims(claims, 'https://example.org/groups')).toEqual(['url-shaped']);
});

test('a single string counts as one group', () => {
  expect(groupsOfClaims(claims, 'role')).toEqual(['manager']);
});

test('a claim of another type gives no groups; a missing claim gives undefined', () => {
  expect(groupsOfClaims(claims, 'number')).toEqual([]);
  expect(groupsOfClaims(claims, 'nothing')).toBeUndefined();
  expect(groupsOfClaims(claims, 'realm_access.groups')).toBeUndefined();
  expect(groupsOfClaims(claims, 'groups.length')).toBeUndefined();
  expect(groupsOfClaims(claims, 'constructor.name')).toBeUndefined();
});
