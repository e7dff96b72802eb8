import type { Page } from '@playwright/test';
import { startWebhookReceiver } from '../../support/contacts/webhook-receiver.ts';
import { storeFailedNotice } from '../../support/notices/failed-notice.ts';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/test-ward.ts';

test.use({
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

test('a manager sees which message was not delivered and why, sends it again, and hides rooms on phones', async ({
  page,
  app,
  createWard,
}) => {
  const receiver = await startWebhookReceiver();
  receiver.respond = (response) => response.writeHead(503).end();
  const ward = await createWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  const { query } = app.database;
  const alerts = query.selectFrom('alert_event').select('alert_uuid');
  const streamUUID = ward.uuidOf('Room 1');
  const { alert_uuid: alertUUID } = await alerts.where('stream_uuid', '=', streamUUID).executeTakeFirstOrThrow();
  const contactUUID = '00000005-0000-4000-8000-000000000001';
  const [, location_uuid = ''] = /location\/([^/]+)/.exec(ward.address) ?? [];
  const address = `http://127.0.0.1:${receiver.port}/`;
  const channel = { channel: 'webhook', address, language: 'en', last_at: null, last_reason: null } as const;
  const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
  await query
    .insertInto('contact')
    .values({ uuid: contactUUID, location_uuid, name: 'Front desk', secret, ...channel })
    .execute();
  await storeFailedNotice(app.database, { alertUUID, streamUUID, wardUUID: ward.uuid, contactUUID, at: Date.now() });
  await openSignedIn(page, 'manager', '/manage/contacts');
  const undelivered = page.getByRole('region', { name: 'Not delivered' });
  const notice = undelivered.getByRole('listitem');
  await expect(notice).toContainText('Room 1 · Fall detected');
  await expect(notice).toContainText('it answered with HTTP 503 (attempts: 4)');
  await expect(notice).toContainText('Nobody has answered yet.');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send again: Front desk' }).press('Enter');
  await expect(notice).toContainText('(attempts: 5)');
  receiver.respond = (response) => response.writeHead(204).end();
  await page.getByRole('button', { name: 'Send again: Front desk' }).click();
  await expect(page.getByText('The message for Front desk was accepted.')).toBeVisible();
  await expect(undelivered).toContainText('Nothing has failed in the last seven days.');
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toHaveLength(2);

  const phones = page.getByRole('region', { name: 'Notifications on phones' });
  await phones.getByLabel('Location').selectOption({ value: location_uuid });
  const isDiscreet = phones.getByRole('checkbox', { name: 'Show neither the room nor the status' });
  await expect(isDiscreet).not.toBeChecked();
  await isDiscreet.click();
  await expect(isDiscreet).toBeChecked();
  await expect(page.getByText('Harbour House is saved.')).toBeVisible();
  await page.reload();
  await phones.getByLabel('Location').selectOption({ value: location_uuid });
  await expect(isDiscreet).toBeChecked();
  await isDiscreet.click();
  await expect(isDiscreet).not.toBeChecked();
  await query.deleteFrom('contact').where('uuid', '=', contactUUID).execute();
  await receiver.close();
});
