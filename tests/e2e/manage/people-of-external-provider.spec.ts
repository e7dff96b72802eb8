/** With an external identity provider the page of people shows groups only, because the provider has the accounts. */
import { grantRight } from '../../../src/server/people/group-rights.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, logIn, test } from '../support/external-provider.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('with an external provider, an administrator gives a group rights, and cannot remove the rights of the last administrators', async ({
  page,
  app,
  wanted,
  console: messages,
}) => {
  const everything = { role: 'administrator', scope: { kind: 'everything' } } as const;
  await grantRight(app.database, { group: 'night-shift', ...everything });
  await page.goto(wanted);
  await logIn(page);
  await page.waitForURL(`**${wanted}`);
  await page.goto('/manage/people');
  await expect(page.getByRole('button', { name: 'New group' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Accounts' })).toHaveCount(0);
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the group').fill('CN=Nurses,OU=Care');
  await expect(dialog.getByText('Letter by letter as the identity provider sends it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'CN=Nurses,OU=Care' })).toContainText('Ward nurse: ');
  await page.getByRole('listitem').filter({ hasText: 'Administrator: Everything' }).getByRole('button').click();
  await dialog.getByRole('button', { name: 'Remove Administrator: Everything' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nobody would be left who can administer everything.');
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'There is no such page.' })).toBeVisible();
  const isExpected = (message: string) => /\b(404 \(Not Found\)|409 \(Conflict\))/.test(message);
  await expect.poll(() => messages.splice(0).filter((message) => !isExpected(message))).toEqual([]);
});
