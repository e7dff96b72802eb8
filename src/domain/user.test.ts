import { expect, test } from 'vitest';
import { type GroupRight, userOfGroups } from './user.ts';

const rights: GroupRight[] = [
  { group: 'night', role: 'ward-nurse', scope: { kind: 'ward', uuid: 'w' } },
  { group: 'office', role: 'manager', scope: { kind: 'client', uuid: 'c' } },
];

test('groups that no right names give nothing', () => {
  expect(userOfGroups('someone', ['cleaning', 'Night'], rights)).toEqual({ subject: 'someone', roles: [], scopes: [] });
});

test('the rights of all groups add up', () => {
  expect(userOfGroups('someone', ['night', 'office'], rights)).toEqual({
    subject: 'someone',
    roles: ['ward-nurse', 'manager'],
    scopes: [
      { kind: 'ward', uuid: 'w' },
      { kind: 'client', uuid: 'c' },
    ],
  });
});
