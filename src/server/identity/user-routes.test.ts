import type { FastifyInstance } from 'fastify';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTestTokens,
  testAudience,
  testIssuer,
  type TestTokens,
} from '../../../tests/support/identity/test-tokens.ts';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../shared/app-error.ts';
import { registerProblemHandlers } from '../http/problem-handler.ts';
import { createWebServer } from '../http/web-server.ts';
import { createAuthenticator } from './authenticator.ts';
import { replaceGroupRights } from '../rights/group-rights.ts';
import { registerUserRoutes } from './user-routes.ts';
import { createTokenVerifier } from './verify-token.ts';

let app: FastifyInstance;
let tokens: TestTokens;
let database: Database;

beforeAll(async () => {
  tokens = await createTestTokens(Date.now);
});
beforeEach(async () => {
  const now = Date.now;
  database = await openTestDatabase();
  await database.migrate();
  await replaceGroupRights(database, [
    { group: 'nurses', role: 'ward-nurse', scope: { kind: 'everything' } },
    { group: 'managers', role: 'manager', scope: { kind: 'everything' } },
  ]);
  const verifyToken = createTokenVerifier({
    issuer: testIssuer,
    audience: testAudience,
    groupsClaim: 'groups',
    keySet: tokens.keySet,
    now,
  });
  app = createWebServer({ logLevel: 'silent' });
  registerProblemHandlers(app);
  const authenticators = {
    public: () => Promise.resolve(null),
    user: createAuthenticator({ verifyToken, database, now }),
    device: () => Promise.reject(new AppError('unauthenticated')),
  };
  registerUserRoutes({ fastify: app, authenticators }, { database, now });
});
afterEach(async () => {
  await app.close();
  await database.close();
});

function call(method: 'GET' | 'POST', url: string, token?: string) {
  return app.inject({ method, url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
}

test('[API-4] the role of a ward nurse has isWardNurse true', async () => {
  const answer = await call('GET', '/user/role', await tokens.token({ groups: ['nurses'] }));
  expect([answer.statusCode, answer.json()]).toEqual([200, { isWardNurse: true, roles: ['ward-nurse'] }]);
});

test('[API-4] the role of a manager has isWardNurse false', async () => {
  const answer = await call('GET', '/user/role', await tokens.token({ groups: ['managers'] }));
  expect([answer.statusCode, answer.json()]).toEqual([200, { isWardNurse: false, roles: ['manager'] }]);
});

test('[API-5] after a logout only this access token is rejected', async () => {
  const [token, another] = [await tokens.token(), await tokens.token()];
  const answer = await call('POST', '/logout', token);
  expect([answer.statusCode, answer.body]).toEqual([200, 'null']);
  expect((await call('GET', '/user/role', token)).statusCode).toBe(401);
  expect((await call('POST', '/logout', token)).statusCode).toBe(401);
  expect((await call('GET', '/user/role', another)).statusCode).toBe(200);
});

test('[API-1] without an access token, role and logout answer 401', async () => {
  for (const answer of [await call('GET', '/user/role'), await call('POST', '/logout')]) {
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  }
});
