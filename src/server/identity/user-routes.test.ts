import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { small } from '../../../tests/support/homes/small-home.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

test('a user can read their own name, and their own roles with the scope of each role', async () => {
  const scope = { kind: 'client', uuid: small.clientA } as const;
  const token = app.users.token([scope], { roles: ['manager'] });
  const response = await app.get('/me', token);
  expect(await response.json()).toEqual({
    subject: token,
    displayName: `Name of ${token}`,
    rights: [{ role: 'manager', scope }],
    hasOwnAccounts: false,
  });
});

test.each([
  ['ward-nurse', true],
  ['manager', false],
] as const)(
  '[API-4] the response for a user with the role %s says whether the user is a ward nurse',
  async (role, isWardNurse) => {
    const token = app.users.token([{ kind: 'client', uuid: small.clientA }], { roles: [role] });
    expect(await (await app.get('/user/role', token)).json()).toEqual({ isWardNurse, roles: [role] });
  },
);
