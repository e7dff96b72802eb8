import type { Page } from '@playwright/test';
import { startWebhookReceiver } from '../../support/contacts/webhook-receiver.ts';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  appOptions: { settings: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } },
});

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function openContacts(page: Page): Promise<void> {
  await openSignedIn(page, 'admin');
  await page.goto('/manage/contacts');
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
}

test('an administrator adds a webhook, copies its secret, and sees why a test failed and that the next one arrived', async ({
  page,
  console,
}) => {
  const receiver = await startWebhookReceiver();
  await openContacts(page);
  await expect(page.getByText('There is no contact yet.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'New contact' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Location').selectOption('Birkenfjord Care / Harbour House');
  await dialog.getByLabel('Name').fill('Front desk <b>');
  await dialog.getByLabel('URL').fill('https://10.0.0.1/alerts');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('is in a network of this server')).toBeVisible();
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 422')]);
  await dialog.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/alerts`);
  await page.keyboard.press('Enter');
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
  expect(secret).toMatch(/^whsec_\S{44}$/);
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  const contact = row(page, 'Front desk <b>');
  await expect(contact).toContainText('Nothing sent yet');

  receiver.respond = (response) => response.writeHead(500).end();
  await page.getByRole('button', { name: 'Send a test: Front desk <b>' }).press('Enter');
  await expect(contact).toContainText('it answered with HTTP 500');
  await expect(page.getByRole('status').getByText('The test for Front desk <b> failed')).toBeVisible();
  await expectNoViolations(page);
  receiver.respond = (response) => response.writeHead(204).end();
  await page.getByRole('button', { name: 'Send a test: Front desk <b>' }).click();
  await expect(contact).toContainText('Reached');
  await expectFitsSmallScreens(page);
  expect(receiver.received).toHaveLength(2);

  await page.getByRole('button', { name: 'Change Front desk <b>' }).click();
  await dialog.getByLabel('Name').fill('Reception');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Reception is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Change Reception' }).click();
  await dialog.getByRole('button', { name: 'New signing secret' }).click();
  await dialog.getByRole('button', { name: 'New signing secret' }).click();
  await expect(dialog.getByText(/^whsec_/)).not.toHaveText(secret);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Change Reception' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Reception is removed.')).toBeVisible();
  await expect(row(page, 'Reception')).toHaveCount(0);
  await receiver.close();
});

test('an e-mail contact says that the server cannot send e-mails, and what the operator has to set', async ({
  page,
  console,
}) => {
  await openContacts(page);
  await expect(page.getByText('The operator sets SMTP_URL and EMAIL_FROM')).toBeVisible();
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Channel').selectOption('Email');
  await expect(dialog.getByText('The operator sets SMTP_URL and EMAIL_FROM')).toBeVisible();
  await dialog.getByLabel('Name').fill('Night');
  await dialog.getByLabel('Email address').fill('night');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('must be an email address')).toBeVisible();
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 422')]);
  await dialog.getByLabel('Email address').fill('night@example.org');
  await dialog.getByLabel('Language of the emails').selectOption('Deutsch');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send a test: Night' }).click();
  await expect(row(page, 'Night')).toContainText('this server cannot send emails');
});
