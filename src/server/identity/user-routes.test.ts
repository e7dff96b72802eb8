import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { small } from '../../../tests/support/homes/small-home.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

test('a user reads the own name, and the own roles with the part of the hierarchy in which each is valid', async () => {
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

test('a user without any right reads that there is none', async () => {
  const response = await app.get('/me', app.users.token([], { roles: [] }));
  expect(await response.json()).toMatchObject({ rights: [] });
});
