/** Fixtures: the app with an external identity provider in which tests set faults, and a ward that its user may see. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { grantRight } from '../../../src/server/people/group-rights.ts';
import { startExternalProvider, type ExternalProvider } from '../../support/identity/external-provider.ts';
import type { ProviderFaults } from '../../support/identity/external-provider-faults.ts';
import type { TestAppOptions } from '../../support/app/start-app.ts';
import { expect, test as base } from './fixtures.ts';

export { expect };

interface Fixtures {
  /** The path, query and hash of the ward's board. */
  readonly wanted: string;
}

interface WorkerFixtures {
  /** The faults of the provider that are set before the app starts. */
  readonly faultsAtStart: Partial<ProviderFaults>;
  readonly provider: ExternalProvider;
  readonly appOptions: TestAppOptions;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  faultsAtStart: [{}, { scope: 'worker', option: true }],
  provider: [
    async ({ network, faultsAtStart }, provide) => {
      const provider = await startExternalProvider({
        roles: { nora: ['night-shift'] },
        webOrigins: [`http://localhost:${network.port}`],
        faults: faultsAtStart,
      });
      await provide(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  appOptions: [
    async ({ provider: { issuer, clientId, audience, rolesClaim } }, provide) => {
      const settings = {
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_AUDIENCE: audience,
        OIDC_GROUPS_CLAIM: rolesClaim,
        OIDC_GROUPS_SEPARATOR: 'comma',
      };
      await provide({ settings, args: [] });
    },
    { scope: 'worker' },
  ],
  wanted: async ({ app: { database }, provider }, provide) => {
    const [client, location, ward] = [randomUUID(), randomUUID(), randomUUID()];
    const { query } = database;
    const name = { display_name: 'Meadow' };
    await query
      .insertInto('client')
      .values({ uuid: client, ...name })
      .execute();
    await query
      .insertInto('location')
      .values({ uuid: location, client_uuid: client, ...name })
      .execute();
    await query
      .insertInto('ward')
      .values({ uuid: ward, location_uuid: location, ...name })
      .execute();
    await grantRight(database, { group: 'night-shift', role: 'ward-nurse', scope: { kind: 'ward', uuid: ward } });
    await provide(`/client/${client}/location/${location}/ward/${ward}?from=pager#room-7`);
    provider.behave();
    provider.requests.length = 0;
  },
});

/** Logs in at the external provider. Any password is accepted. */
export async function logIn(page: Page, username = 'nora'): Promise<void> {
  await page.getByRole('button', { name: /^log in with/ }).click();
  await page.getByLabel('Username').fill(username);
  await page.keyboard.press('Enter');
}

export async function expectBoardAt(page: Page, wanted: string): Promise<void> {
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live');
  expect(addressOf(page)).toBe(wanted);
}

/** The path, query and hash of the page. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}
