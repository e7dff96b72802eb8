import { expect, test } from 'vitest';
import { groupsOfClaims } from './groups-of-claims.ts';

const claims = {
  groups: ['nurses', 7, null, 'night'],
  role: 'manager',
  joined: 'nurses, night shift,, ',
  empty: '',
  objects: [{ name: 'nurses', id: '1' }, { id: '2' }, {}, { name: 7 }],
  project: { nurse: { '17': 'care.example' } },
  flags: { nurse: true, admin: false, manager: null, owner: 0, visitor: 'no' },
  nothing: null,
  number: 5,
  realm_access: { roles: ['offline_access', 'nurses'] },
  resource_access: { 'rooms.example': { roles: ['dotted'] }, rooms: { roles: ['short'] } },
  'https://example.org/groups': ['url-shaped'],
};

test.each([
  ['a list: its strings', 'groups', ['nurses', 'night']],
  ['a path: the nested claim', 'realm_access.roles', ['offline_access', 'nurses']],
  ['a path through a name that contains dots: the nested claim', 'resource_access.rooms.example.roles', ['dotted']],
  ['a path through a similar name: the nested claim', 'resource_access.rooms.roles', ['short']],
  ['a name that contains dots: the claim of this name', 'https://example.org/groups', ['url-shaped']],
  ['a single string: one group', 'role', ['manager']],
  ['a list of objects: their names, otherwise their ids', 'objects', ['nurses', '2']],
  ['an object: its keys', 'project', ['nurse']],
  ['an object of flags: the keys whose value is true', 'flags', ['nurse']],
  ['a value of another type: no groups', 'number', []],
  ['null: no groups claim', 'nothing', undefined],
  ['a missing nested claim: no groups claim', 'realm_access.groups', undefined],
  ['a property of the list: no groups claim', 'groups.length', undefined],
  ['an inherited property: no groups claim', 'constructor.name', undefined],
])('the groups of a user are read from a claim: %s', (_what, claim, expected) => {
  expect(groupsOfClaims(claims, { claim })).toEqual(expected);
});

test.each([
  ['comma', 'joined', ['nurses', 'night shift']],
  ['space', 'joined', ['nurses,', 'night', 'shift,,']],
  [undefined, 'joined', ['nurses, night shift,, ']],
  ['comma', 'empty', []],
  ['comma', 'groups', ['nurses', 'night']],
] as const)('with the separator %s the groups of the claim %s are %j', (separator, claim, expected) => {
  expect(groupsOfClaims(claims, { claim, separator })).toEqual(expected);
});
