/** An administrator connects a product in the browser and sees what its messages do. */
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectAsync } from 'mqtt';
import { freePort } from '../../../scripts/services/ports.ts';
import type { TestApp } from '../../support/app/start-app.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

const file = join(mkdtempSync(join(tmpdir(), 'room-status-equipment-')), 'equipment.yaml');
const example = join(import.meta.dirname, '../../../docs/equipment.yaml');
const mqttPort = await freePort();

test.use({
  appOptions: { settings: { EQUIPMENT_FILE: file, MQTT_PORT: String(mqttPort) } },
  contextOptions: { reducedMotion: 'reduce' },
});
copyFileSync(example, file);

async function openEquipment(page: Page, address = ''): Promise<void> {
  await openSignedIn(page, 'admin', `/manage/equipment${address}`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const form = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Records how the page changes the history from now on, and whether closing the tab in that moment would ask. */
async function recordHistory(page: Page): Promise<() => Promise<readonly string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const calls: string[] = [];
    const record = <Values extends unknown[]>(name: string, call: (...values: Values) => void) => {
      const original = call.bind(history);
      return (...values: Values) => {
        original(...values);
        const isAsked = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
        calls.push(isAsked ? `${name}, asks` : name);
      };
    };
    history.replaceState = record('replaceState', history.replaceState);
    history.pushState = record('pushState', history.pushState);
    history.back = record('back', history.back);
    return calls;
  });
  return () => recorded.jsonValue();
}

function roomOf({ database }: TestApp, alias: string) {
  const room = database.query.selectFrom('stream').select(['display_name as displayName', 'ward_uuid as wardUuid']);
  return room.where('alias', '=', alias).executeTakeFirstOrThrow();
}

test('a new product is connected while its messages arrive, and its report moves a card', async ({ page, app }) => {
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
  // The server listens from the first question of the page on.
  await expect(async () => {
    await publish('in_bathroom');
    await expect(page.getByText('mat-77 (device) is in no room').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();

  await fields.getByLabel('Location').selectOption({ label: 'Birkenfjord Care / Harbour House' });
  const suggestionOf = (room: string) => fields.locator(`datalist option[value="${room}"]`);
  await expect(suggestionOf('room-109')).toHaveCount(1);
  await expect(suggestionOf('room-108'), 'an inactive room, which no board shows').toHaveCount(0);
  await fields.getByLabel('Room', { exact: true }).fill('room-108');
  await fields.getByLabel('Device *').fill('mat-77');
  const live = page.getByRole('list', { name: 'What arrives' });
  await expect(live.getByText('Bathroom', { exact: true }).first()).toBeVisible();
  await expect(live.getByText('harbour-house/room-108').first()).toBeVisible();
  for (let count = 0; count < 8; count += 1) await publish('in_bathroom');
  await expect.poll(() => live.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  await expectNoViolations(page);

  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} is saved and in effect.`)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('# any name; appears in the log');
  await publish('man_down');
  const statusOf = (alias: string) =>
    app.database.query.selectFrom('stream').select('room_status').where('alias', '=', alias).executeTakeFirst();
  await expect.poll(() => statusOf('room-108')).toEqual({ room_status: 1 });

  await publish('in_bed', 'mat-78');
  await page.goto('/manage/devices');
  const unknown = page.getByRole('listitem').filter({ hasText: 'mat-78' });
  await expect(unknown).toContainText(`Connection: ${name}. Key: test gateway`);
  await expect(unknown).toContainText('"status":"in_bed"');
  await expectNoViolations(page);
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
  await expectNoViolations(page);

  await page.goto('/manage/equipment');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 rooms get no more messages from it.');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${name} is removed.`)).toBeVisible();
  expect(readFileSync(file, 'utf8')).not.toContain(name);
  await device.endAsync();
});

test('a new sensor of a connection gets a new room for what it is used for, and an undo takes back both', async ({
  page,
  app,
}) => {
  const device = await connectAsync(`mqtt://localhost:${mqttPort}`, { username: 'd', password: app.deviceKey });
  await openSignedIn(page, 'admin', '/manage/devices');
  const sensor = page.getByRole('listitem').filter({ hasText: 'motion-99' });
  const topic = 'roomstatus/harbour-house/zigbee/motion-99';
  await device.publishAsync(topic, '{"occupancy":true}', { qos: 1 });
  await expect(sensor).toContainText('Connection: zigbee');
  const before = readFileSync(file, 'utf8');
  await page.getByRole('button', { name: 'Give it a room: motion-99' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').selectOption('Bathroom');
  await dialog.getByLabel('Name of the room').fill('Room 99');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('motion-99 now reports for Room 99.')).toBeVisible();
  await expect(sensor).toHaveCount(0);
  expect(readFileSync(file, 'utf8')).toContain('{ room: motion-99, bathroom: motion-99 }');
  const room = app.database.query.selectFrom('stream').select('room_status').where('alias', '=', 'motion-99');
  await expect(async () => {
    await device.publishAsync(topic, '{"occupancy":true}', { qos: 1 });
    expect(await room.execute()).toEqual([{ room_status: 6 }]);
  }).toPass();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(before);
  await device.endAsync();
});

test('a wrong connection is refused beside its fields, and changes that are not saved are not lost by a link', async ({
  page,
  console,
}) => {
  await openEquipment(page, '/connection/radars');
  const fields = form(page, 'radars');
  await expect(page.getByRole('list', { name: 'The way of a message: Milesight VS373' })).toBeVisible();
  await fields.getByLabel('MQTT topic').fill('shellies/radars');
  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(fields.getByText('overlaps with shellies of the connection shellies').first()).toBeVisible();
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 422')]);
  await page.getByRole('link', { name: 'Equipment', exact: true }).last().click();
  await expect(page.getByRole('dialog')).toContainText('Your changes will be lost.');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(heading(page, 'Connections')).toBeVisible();
});

test('a pasted message is explained with the status that it would give, and why', async ({ page }) => {
  await openEquipment(page, '/connection/mats');
  const sample = form(page, 'Try a message');
  await sample.getByLabel('Topic of the message').fill('roomstatus/harbour-house/mats/12');
  await sample.getByLabel('Message', { exact: true }).fill('{"device":"mat-12","status":"in_bed","battery":12}');
  await sample.getByRole('button', { name: 'Explain' }).click();
  await expect(sample.getByText('In bed')).toBeVisible();
  await expect(sample.getByText('harbour-house/room-105')).toBeVisible();
  await expect(sample.getByText('Battery low: 12 %')).toBeVisible();
  await sample.getByLabel('Message', { exact: true }).fill('{"device":"mat-12","status":"out_of_bed"}');
  await expect(sample.getByText('In bed'), 'it explains the message of before').toBeHidden();
});

test('an equipment file with an error is corrected as text, and a change of another person is not overwritten', async ({
  page,
  console,
}) => {
  await openEquipment(page);
  await expect(heading(page, 'Connections')).toBeVisible();
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('preset: axis', 'preset: axi'));
  await expect(page.getByText('connections[6].preset: One of')).toBeVisible();
  await page.getByRole('button', { name: 'Edit as text' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('YAML text').fill(text.replace('preset: axis', 'preset: ax'));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('connections[6].preset: One of').first()).toBeVisible();
  writeFileSync(file, `${text}# by hand\n`);
  await dialog.getByLabel('YAML text').fill(text);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else has changed this meanwhile.')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('# by hand');
  const refused = [expect.stringContaining('status of 422'), expect.stringContaining('status of 409')];
  expect(console.splice(0)).toEqual(refused);
});

test('a connection that somebody else changes meanwhile is not overwritten, and a change of another one does not matter', async ({
  page,
  console,
}) => {
  await openEquipment(page, '/connection/nodes');
  const fields = form(page, 'nodes');
  await fields.getByLabel('Bed').fill('bed-107/other');
  const text = readFileSync(file, 'utf8');
  const polled = () => page.waitForResponse((one) => one.url().endsWith('/manage/equipment') && one.ok());
  writeFileSync(file, text.replace('bed: bed-107/occupied', 'bed: bed-107/by-hand'));
  await polled();
  await polled();
  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(fields.getByText('Somebody else has changed this meanwhile.')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('bed-107/by-hand');
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 409')]);
  writeFileSync(file, `${text}# by hand\n`);
  await polled();
  await polled();
  const historyCalls = await recordHistory(page);
  await fields.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('nodes is saved and in effect.')).toBeVisible();
  await expect(heading(page, 'Connections')).toBeVisible();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  expect(await historyCalls(), 'the page does not hold on to the form that was saved').toEqual(['replaceState']);
  expect(readFileSync(file, 'utf8')).toContain('bed-107/other');
  expect(readFileSync(file, 'utf8')).toContain('# by hand');
});

test('an undo that gets no answer can be tried again, and the page says when it is done or no longer possible', async ({
  page,
  network,
  console,
}) => {
  await openEquipment(page, '/connection/shellies');
  const fields = form(page, 'shellies');
  const before = readFileSync(file, 'utf8');
  const save = async (bed: string) => {
    await fields.getByLabel('Bed').fill(bed);
    await fields.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('shellies is saved and in effect.')).toBeVisible();
  };
  const undo = page.getByRole('button', { name: 'Undo' });
  await save('shellyplus1-other/input:0');
  network.cut();
  await undo.click();
  await expect(page.getByText('Not saved. The server does not answer.')).toBeVisible();
  network.mend();
  await undo.click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(before);

  await page.getByRole('link', { name: /shellies/ }).click();
  await save('shellyplus1-other/input:0');
  writeFileSync(file, `${readFileSync(file, 'utf8')}# by hand\n`);
  await undo.click();
  await expect(page.getByText('The change cannot be undone,')).toBeVisible();
  expect(console.splice(0)).toContainEqual(expect.stringContaining('status of 409'));
});
