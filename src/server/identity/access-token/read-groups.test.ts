import { beforeEach, expect, test } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { createGroupReader } from './read-groups.ts';

const hourMs = 3_600_000;

let time: number;
let logged: string[];
let userInfo: Readonly<Record<string, unknown>> | undefined;
let isDown: boolean;

const now = () => time;
const log = { warn: (_details: object, message: string) => void logged.push(message) };
const readUserInfo = async () => {
  if (isDown) throw new AppError('unavailable');
  return userInfo;
};

beforeEach(() => {
  [time, logged, userInfo, isDown] = [Date.UTC(2026, 0, 1), [], { sub: 'nora', groups: ['night'] }, false];
});

const createReader = () => createGroupReader({ format: { claim: 'groups' }, readUserInfo, now, log });

test.each([
  ['with groups', { groups: ['nurses'] }, ['nurses'], 'claim groups of the access token'],
  ['without the claim', {}, ['night'], 'claim groups of the userinfo'],
  ['with an empty list', { groups: [] }, ['night'], 'claim groups of the userinfo'],
])(
  'the groups of a user with an access token %s are found, and the result names the claim that contains the groups',
  async (_what, claims, groups, source) => {
    expect(await createReader()('token', { sub: 'nora', ...claims })).toEqual({ groups, source });
  },
);

test.each([
  ['that has no claim', { sub: 'nora' }],
  ['of another user', { sub: 'agnes', groups: ['administrators'] }],
  ['that does not exist', undefined],
])('a userinfo response %s gives a user no groups, and the result names the missing claim', async (_what, answer) => {
  userInfo = answer;
  expect(await createReader()('token', { sub: 'nora' })).toEqual({
    groups: [],
    source: 'no claim groups in the access token or the userinfo',
  });
});

test.each([
  ['without the claim', { sub: 'nora' }],
  ['with an empty list', { sub: 'nora', groups: [] }],
])('a user with a token %s keeps the last groups for 12 h while the userinfo is unavailable', async (_what, claims) => {
  const read = createReader();
  await read('token', claims);
  isDown = true;
  time += 12 * hourMs;
  expect(await read('token', claims)).toEqual({
    groups: ['night'],
    source: 'claim groups of the userinfo 720 min ago',
  });
  expect(logged).toEqual(['the userinfo is unavailable, so the user keeps the last known groups']);
});

test('when the userinfo has been unavailable for more than 12 h, reading the groups fails with `unavailable`', async () => {
  const read = createReader();
  await read('token', { sub: 'nora' });
  isDown = true;
  time += 12 * hourMs + 1;
  await expect(read('token', { sub: 'nora' })).rejects.toMatchObject({ code: 'unavailable' });
});

test('a new userinfo response replaces the cached groups of a user, even by an empty list', async () => {
  const read = createReader();
  await read('token', { sub: 'nora' });
  userInfo = { sub: 'nora', groups: [] };
  await read('token', { sub: 'nora' });
  isDown = true;
  expect((await read('token', { sub: 'nora' })).groups).toEqual([]);
});

test('while the userinfo is unavailable, a new user has no groups if the token has an empty list, and gets `unavailable` if it has no list', async () => {
  const read = createReader();
  await read('token', { sub: 'nora' });
  isDown = true;
  await expect(read('token', { sub: 'agnes' })).rejects.toMatchObject({ code: 'unavailable' });
  expect((await read('token', { sub: 'agnes', groups: [] })).groups).toEqual([]);
});
