/**
 * The settings of each recipe in docs/sign-in-recipes.md, with a provider that issues access tokens as the product
 * documents them: from the sign-in request of the page to the rights of the user.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/server/app/config.ts';
import { grantRight } from '../../src/server/people/group-rights.ts';
import { createProvider } from '../../src/web/identity/session/create-provider.ts';
import { startTestApp } from '../support/app/start-app.ts';
import type { ProviderFaults } from '../support/identity/external-provider-faults.ts';
import { startExternalProvider, type ExternalProvider } from '../support/identity/external-provider.ts';
import { memoryStorage } from '../support/memory-storage.ts';

const origin = 'https://rooms.example.org';
const recipes = readFileSync(join(import.meta.dirname, '../../docs/sign-in-recipes.md'), 'utf8');

let external: ExternalProvider;

beforeAll(async () => {
  external = await startExternalProvider({ roles: { nora: [] }, webOrigins: [origin] });
});
afterAll(() => external.close());

/** The settings in the section of a product. */
function settingsOfRecipe(product: string): Readonly<Record<string, string>> {
  const [, section = ''] = recipes.split(`\n## ${product}\n`);
  const [, block = ''] = /```sh\n([^`]+)```/.exec(section.split('\n## ')[0] ?? '') ?? [];
  const settings: Record<string, string> = {};
  for (const [, name = '', value = ''] of block.matchAll(/^(\w+)="?([^"\n]*)"?$/gm)) settings[name] = value;
  return settings;
}

/** Returns the settings of a recipe with the issuer and the client id of the emulated product. */
function adaptSettings(recipe: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { issuer, clientId } = external;
  const hasClientAudience = recipe['OIDC_AUDIENCE'] === recipe['OIDC_CLIENT_ID'];
  return {
    ...recipe,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    ...(hasClientAudience && { OIDC_AUDIENCE: clientId }),
  };
}

/** Signs in as the page does. Returns the access token and the query of the authorization request. */
async function signIn(settings: Readonly<Record<string, string>>) {
  const [environment] = readConfig(settings, []).environments;
  if (environment === undefined) throw new Error('there is no environment');
  const provider = createProvider({ ...environment, origin, storage: memoryStorage() });
  const url = new URL(await provider.signInUrl({}));
  const query = Object.fromEntries(url.searchParams);
  url.searchParams.set('username', 'nora');
  const response = await fetch(url, { redirect: 'manual' });
  const { user } = await provider.redeem(response.headers.get('location') ?? '');
  return { accessToken: user.access_token, query };
}

const group = ['night-nurses'];
const own = { client_id: undefined, scope: undefined };

interface Emulation {
  /** Claims that differ from those of a token of RFC 9068. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly tokenType?: ProviderFaults['tokenType'];
  /** Parameters that the product needs in the authorization request. */
  readonly query?: Readonly<Record<string, string>>;
}

const emulations: readonly (readonly [string, Emulation])[] = [
  [
    'Keycloak',
    {
      claims: {
        ...own,
        aud: ['room-status-api', 'account'],
        typ: 'Bearer',
        azp: 'room-status',
        auth_time: 1,
        sid: 'session',
        scope: 'openid email groups',
        realm_access: { roles: ['offline_access'] },
        groups: group,
      },
      tokenType: 'JWT',
    },
  ],
  [
    'Microsoft Entra ID',
    {
      claims: { ...own, scp: 'rooms', azp: 'ID-OF-THE-BOARD', ver: '2.0', tid: 'TENANT-ID', oid: 'user', roles: group },
      tokenType: 'JWT',
      query: { scope: 'openid email offline_access api://ID-OF-THE-API/rooms' },
    },
  ],
  [
    'Auth0',
    {
      claims: {
        ...own,
        aud: ['https://rooms.example.org/api', 'https://TENANT.eu.auth0.com/userinfo'],
        azp: 'CLIENT-ID',
        scope: 'openid email offline_access',
        'https://rooms.example.org/groups': group,
      },
      tokenType: 'JWT',
      query: { audience: 'https://rooms.example.org/api' },
    },
  ],
  ['Okta', { claims: { ...own, ver: 1, cid: 'CLIENT-ID', uid: 'user', scp: ['openid'], auth_time: 1, groups: group } }],
  [
    'Authentik',
    {
      claims: { scope: undefined, nonce: 'nonce', auth_time: 1, azp: 'CLIENT-ID', uid: 'random', groups: group },
      tokenType: 'JWT',
    },
  ],
];

test.each(emulations)(
  '[AUTH-1] with the settings of the sign-in recipe for %s a user gets the rights of a granted group',
  async (product, emulation) => {
    const { claims, tokenType, query = {} } = emulation;
    const settings = adaptSettings(settingsOfRecipe(product));
    external.misbehave({ audience: settings['OIDC_AUDIENCE'] ?? '', accessTokenClaims: claims, tokenType });
    const app = await startTestApp({ args: ['--no-demo'], settings });
    await grantRight(app.database, { group: 'night-nurses', role: 'ward-nurse', scope: { kind: 'everything' } });

    const signedIn = await signIn(settings);
    const authorization = `Bearer ${signedIn.accessToken}`;
    const response = await fetch(`${app.url}/api/user/role`, { headers: { authorization } });
    expect(await response.json()).toEqual({ isWardNurse: true, roles: ['ward-nurse'] });
    expect(signedIn.query).toMatchObject(query);
    // Entra ID refuses the parameter `resource`, and no recipe needs it.
    expect(signedIn.query).not.toHaveProperty('resource');
    await app.close();
  },
);

test('every sign-in recipe with settings has a test, and the recipe for Google contains no settings', () => {
  const products = [...recipes.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(products).toEqual([...emulations.map(([name]) => name), 'Google', 'Other providers']);
  expect(recipes.split('\n## Google\n')[1]).not.toContain('```sh');
});
