import { expectNoViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/external-provider.ts';

// Any value of this option starts an app for this file alone: the set-up needs a server without an administrator.
test.use({ faultsAtStart: {} });

test('with an external identity provider, the user who signs in with the setup code becomes administrator', async ({
  page,
  app,
}) => {
  const code = app.server.seeded.setupCode ?? '';
  await page.goto(`/setup#${code}`);
  await expect(page.getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Username').fill('nora');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Become the administrator' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Become administrator' }).click();
  await expect(page.getByRole('heading', { name: 'Your home' })).toBeVisible();
  await page.waitForURL('**/setup');
  await page.getByLabel('Name of the home').fill('Harbour House');
  await page.getByRole('button', { name: 'Create 24 rooms' }).click();
  await expect(page.getByRole('heading', { name: 'Your first device' })).toBeVisible();
  const rights = await app.database.query.selectFrom('group_right').selectAll().execute();
  expect(rights).toMatchObject([{ group_name: 'subject:nora', role: 'administrator', scope_kind: 'everything' }]);
});
