import type { Page } from '@playwright/test';
import { openLineSender } from '../../support/line-sender.ts';
import type { TestApp } from '../../support/app/start-app.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function send(app: TestApp, room: string, key = app.deviceKey): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ room, status: 'out_of_bed' });
  return (await fetch(`http://localhost:${app.port}/api/reports`, { method: 'POST', headers, body })).status;
}

async function openDevices(page: Page): Promise<void> {
  await openSignedIn(page, 'admin');
  await page.goto('/manage/devices');
  await expect(page.getByRole('heading', { name: 'Device keys' })).toBeVisible();
}

test('an administrator gives an unknown device a new room, and the next report of the device is accepted', async ({
  page,
  app,
}) => {
  const room = 'radar-7';
  await openDevices(page);
  expect(await send(app, `harbour-house/${room}`)).toBe(422);
  await expect(row(page, room)).toContainText('Out of bed');
  await expect(row(page, room)).toContainText('Key: test gateway');

  await page.getByRole('button', { name: `Give it a room: harbour-house/${room}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Ward').locator('option').first()).toContainText('Harbour House');
  await expectNoViolations(page);
  await dialog.getByLabel('Name of the room').fill('Radar <b>7</b>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`harbour-house/${room} now reports for Radar <b>7</b>.`)).toBeVisible();
  await expect(row(page, room)).toHaveCount(0);
  expect(await send(app, `harbour-house/${room}`)).toBe(200);
});

test('an administrator gives an unknown device an existing room, after the page has said that the alias of the room is replaced', async ({
  page,
  app,
}) => {
  await openDevices(page);
  await send(app, 'harbour-house/mat-12');
  await page.getByRole('button', { name: 'Give it a room: harbour-house/mat-12' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Room', { exact: true }).selectOption('A room that exists');
  await dialog.getByLabel('Ward').selectOption({ label: 'Birkenfjord Care / Harbour House / Ward 2 Sea View' });
  const rooms = dialog.getByLabel('The room').locator('option');
  await expect(rooms.filter({ hasText: 'Room 16' })).toHaveCount(1);
  await expect(rooms.filter({ hasText: 'Room 17 Yvonne' }), 'an inactive room, which no board shows').toHaveCount(0);
  await dialog.getByLabel('The room').selectOption({ index: 1 });
  await expect(dialog).toContainText(/Devices that report for harbour-house\/\S+ will no longer reach this room\./);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/harbour-house\/mat-12 now reports for/)).toBeVisible();
  expect(await send(app, 'harbour-house/mat-12')).toBe(200);
});

test('a new device key is shown once, its row says when and from where it was last used, and revoking it disconnects the device', async ({
  page,
  app,
}) => {
  const name = 'Mat 🙂';
  await openDevices(page);
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByLabel('What is the key for?').fill(name);
  await dialog.getByLabel('Rooms that it may report for').selectOption('Birkenfjord Care / Harbour House');
  await dialog.getByLabel('Reports per second').fill('1001');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await expect(dialog.getByText('Please enter a whole number from 1 to 1000.')).toBeVisible();
  await dialog.getByLabel('Reports per second').fill('50');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = (await dialog.getByText(/^rsk_/).textContent()) ?? '';
  await expect(dialog.getByRole('img', { name: 'The key as a QR code' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText(key, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(row(page, name)).toContainText('Birkenfjord Care / Harbour House');
  await expect(row(page, name)).toContainText('at most 50 reports per second');
  await expect(row(page, name)).toContainText('Not used yet');

  const sender = await openLineSender(`http://localhost:${app.port}`, key);
  sender.send({ room: 'harbour-house/room-101', status: 'in_bed' });
  expect(await sender.next()).toMatchObject({ line: 1 });
  await expect(row(page, name)).toContainText(/Last used .* from (127\.0\.0\.1|::1)/);
  await page.getByRole('button', { name: `Revoke: ${name}` }).click();
  await dialog.getByLabel(`Type ${name} to confirm`).fill('Mat');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByText(`This is not ${name}.`)).toBeVisible();
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`${name} is revoked.`)).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  expect(await sender.next()).toMatchObject({ status: 401 });
  expect(await send(app, 'harbour-house/room-101', key)).toBe(401);
});
