import type { Page } from '@playwright/test';
import { connectAsync } from 'mqtt';
import { freePort } from '../../../scripts/services/ports.ts';
import { readEntries } from '../../../src/server/equipment/equipment-store.ts';
import type { TestApp } from '../../support/app/start-app.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

const mqttPort = await freePort();

test.use({
  appOptions: { settings: { MQTT_PORT: String(mqttPort) } },
});

async function connectionOf({ database }: TestApp, name: string) {
  return (await readEntries(database.query)).find((one) => one.name === name);
}

async function openEquipment(page: Page, address = ''): Promise<void> {
  await openSignedIn(page, 'admin', `/manage/equipment${address}`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const form = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

function roomOf({ database }: TestApp, alias: string) {
  const room = database.query.selectFrom('stream').select(['display_name as displayName', 'ward_uuid as wardUuid']);
  return room.where('alias', '=', alias).executeTakeFirstOrThrow();
}

test('a broker that cannot be reached is shown as a problem with its address', async ({ page }) => {
  const address = `mqtt://localhost:${await freePort()}`;
  const saveAddress = async (text: string) => {
    await page.getByRole('button', { name: 'Change broker' }).click();
    await page.getByLabel('Address').fill(text);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  await openEquipment(page);
  await saveAddress(address);
  await expect(page.getByText(`The MQTT broker cannot be reached: ${address}`)).toBeVisible();
  await expect(page.getByText(`Messages come from the broker ${address}`)).toBeHidden();
  await saveAddress('');
  await expect(page.getByText('The server no longer reads an external broker.')).toBeVisible();
});

test('an administrator adds a connection while its messages arrive, and after that a message changes the status of a room', async ({
  page,
  app,
}) => {
  const name = 'doors';
  const topic = `roomstatus/harbour-house/${name}`;
  const device = await connectAsync(`mqtt://localhost:${mqttPort}`, { username: 'd', password: app.deviceKey });
  const publish = (status: string, from = 'mat-77') =>
    device.publishAsync(`${topic}/7`, JSON.stringify({ device: from, status, battery: 12, rssi: -90 }), { qos: 1 });
  await openEquipment(page);
  await expect(heading(page, 'Connections')).toBeVisible();
  await expect(page.getByText(`Products publish to the embedded broker at port ${mqttPort}.`)).toBeVisible();
  await expect(page.getByRole('link', { name: /cameras Frigate/ })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Add connection' }).click();
  const fields = form(page, 'New connection');
  await fields.getByLabel('Name', { exact: true }).fill(name);
  await fields.getByLabel('MQTT topic').fill(topic);
  await expect(page.getByText(`The newest messages below ${topic}/`)).toBeVisible();
  await expect(page.getByText('Nothing heard yet.')).toBeVisible();
  // The server subscribes to the topic when the page first asks for its messages, so earlier messages are not shown.
  await expect(async () => {
    await publish('in_bathroom');
    await expect(page.getByText('mat-77 (device) is in no room').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await fields.getByLabel('Location').selectOption({ label: 'Birkenfjord Care / Harbour House' });
  const room = fields.getByLabel('Room', { exact: true });
  const { displayName: offered } = await roomOf(app, 'room-109');
  const { displayName: inactive } = await roomOf(app, 'room-108');
  await expect(room.getByRole('option', { name: offered })).toHaveCount(1);
  await expect(room.getByRole('option', { name: inactive }), 'an inactive room, which no board shows').toHaveCount(0);
  await fields.getByLabel('Device *').fill('mat-77');
  await room.selectOption('room-107');
  const { displayName: chosen } = await roomOf(app, 'room-107');
  const live = page.getByRole('list', { name: 'What arrives' });
  await expect(live.getByText('Bathroom', { exact: true }).first()).toBeVisible();
  await expect(live.getByText(chosen, { exact: true }).first()).toBeVisible();
  for (let count = 0; count < 8; count += 1) await publish('in_bathroom');
  await expect.poll(() => live.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await expectNoViolations(page);

  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} is saved and in effect.`)).toBeVisible();
  await publish('man_down');
  const statusOf = (alias: string) =>
    app.database.query.selectFrom('stream').select('room_status').where('alias', '=', alias).executeTakeFirst();
  await expect.poll(() => statusOf('room-107')).toEqual({ room_status: 1 });

  await publish('in_bed', 'mat-78');
  await page.goto('/manage/devices');
  const unknown = page.getByRole('listitem').filter({ hasText: 'mat-78' });
  await expect(unknown).toContainText(`Connection: ${name}. Key: test gateway`);
  await expect(unknown).toContainText('"status":"in_bed"');
  await page.getByRole('button', { name: 'Give it a room: mat-78' }).click();
  const give = page.getByRole('dialog');
  await give.getByLabel('Room', { exact: true }).selectOption('A room that exists');
  const { displayName, wardUuid } = await roomOf(app, 'room-109');
  await give.getByLabel('The room').selectOption({ label: displayName });
  await give.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('mat-78 now reports for')).toBeVisible();
  await expect(unknown).toHaveCount(0);
  await publish('in_bathroom', 'mat-78');
  await expect.poll(() => statusOf('room-109')).toEqual({ room_status: 6 });
  const batteries = app.database.query.selectFrom('source_battery').select('battery');
  await expect.poll(() => batteries.where('source', '=', `${name}/device`).execute()).toContainEqual({ battery: 12 });
  await page.goto(`/manage/rooms/${wardUuid}`);
  await expect(page.getByText('Battery low: 12 %').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Signal -90 dBm').filter({ visible: true }).first()).toBeVisible();

  await page.goto('/manage/equipment');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 rooms get no more messages from it.');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${name} is removed.`)).toBeVisible();
  expect(await connectionOf(app, name)).toBeUndefined();
  await device.endAsync();
});
