import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../support/database/test-database.ts';
import type { Database } from '../../src/server/database/database.ts';
import { createAuthenticator } from '../../src/server/identity/authenticator.ts';
import { replaceGroupRights } from '../../src/server/rights/group-rights.ts';
import { createRemoteIssuer } from '../../src/server/identity/remote-issuer.ts';
import { createTokenVerifier } from '../../src/server/identity/verify-token.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';

const clientUuid = '6f1d3a52-8f0e-4c1d-9a57-0f0a3c1f2b10';

describe('with an external identity provider', () => {
  let external: ExternalProvider;
  let database: Database;

  beforeAll(async () => {
    external = await startExternalProvider({ roles: { nora: ['night-shift', 'choir'] } });
    database = await openTestDatabase();
    await database.migrate();
    await replaceGroupRights(database, [
      { group: 'night-shift', role: 'ward-nurse', scope: { kind: 'client', uuid: clientUuid } },
    ]);
  });
  afterAll(async () => {
    await external.close();
    await database.close();
  });

  function authenticator(logged: string[] = []) {
    const { issuer, audience, rolesClaim: groupsClaim } = external;
    const log = { warn: (_details: object, message: string) => void logged.push(message) };
    const { keySet, readUserInfo } = createRemoteIssuer({ issuer, now: Date.now, log });
    const verifyToken = createTokenVerifier({ issuer, audience, groupsClaim, keySet, readUserInfo, now: Date.now });
    return createAuthenticator({ verifyToken, database, now: Date.now });
  }

  test('[AUTH-1] [API-1] the access token of an external provider is accepted, and the groups in it get their rights', async () => {
    const { accessToken } = await external.signIn('nora');
    const { user, expiresAt } = await authenticator()(`Bearer ${accessToken}`);
    expect(user).toEqual({
      subject: 'nora',
      roles: ['ward-nurse'],
      scopes: [{ kind: 'client', uuid: clientUuid }],
    });
    expect(expiresAt).toBeGreaterThan(Date.now());
  });

  test('a user without a known group is signed in without rights', async () => {
    const { accessToken } = await external.signIn('visitor');
    const { user } = await authenticator()(`Bearer ${accessToken}`);
    expect(user).toEqual({ subject: 'visitor', roles: [], scopes: [] });
  });

  test('tokens of an external provider are accepted while it is down, if its keys were loaded before', async () => {
    const stopped = await startExternalProvider({ roles: { nora: ['night-shift'] } });
    const { accessToken } = await stopped.signIn('nora');
    const { accessToken: another } = await stopped.signIn('nora');
    const logged: string[] = [];
    const { issuer, audience, rolesClaim: groupsClaim } = stopped;
    const log = { warn: (_details: object, message: string) => void logged.push(message) };
    const createVerifier = () => {
      const { keySet } = createRemoteIssuer({ issuer, now: Date.now, log });
      return createTokenVerifier({ issuer, audience, groupsClaim, keySet, now: Date.now });
    };
    const known = createVerifier();
    await known(accessToken);
    await stopped.close();

    expect((await known(another)).groups).toEqual(['night-shift']);
    await expect(createVerifier()(another)).rejects.toMatchObject({ code: 'unavailable' });
    expect(logged).toEqual(['the identity provider cannot be reached']);
  });
});
