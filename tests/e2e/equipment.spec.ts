/** The lines of docs/connect-equipment.md, as an installer copies them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDeviceKey } from '../../src/server/intake/device-keys.ts';
import { freePort } from '../support/start-app.ts';
import { locationNamed } from './support/demo-addresses.ts';
import { expect, headerOf, openBoard, test } from './support/own-ward.ts';

const mqttPort = await freePort();
test.use({ appOptions: { settings: { MQTT_PORT: String(mqttPort) } } });

const run = promisify(execFile);
const guide = readFileSync(join(import.meta.dirname, '../../docs/connect-equipment.md'), 'utf8');

/** The first line of the guide that begins so, with this home's names in the place of the guide's. */
function lineOf(start: string, names: Readonly<Record<string, string>>): string {
  const line = guide.split('\n').find((one) => one.startsWith(start));
  if (line === undefined) throw new Error(`the guide has no line that begins with ${start}`);
  return Object.entries(names).reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), line);
}

test('the lines of the guide move a card: by HTTP, and by MQTT', { tag: '@wide' }, async ({ page, app, furnish }) => {
  const ward = await furnish(['Room 1', 'Room 2']);
  const scope = { kind: 'location', uuid: locationNamed('Harbour House').uuid } as const;
  const { key } = await createDeviceKey(app.database, { name: 'guide', scope, now: Date.now() });
  const names = (room: string) => ({
    'http://localhost:3001': `http://localhost:${app.port}`,
    KEY: key,
    '-p 1883': `-p ${mqttPort}`,
    'room-101': ward.uuidOf(room),
  });
  await openBoard(page, ward);

  const answer = await run('sh', ['-c', lineOf('curl -X POST http://localhost:3001/api/reports', names('Room 1'))]);
  expect(answer.stdout).toContain('"outcome":"accepted"');
  await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();

  await expect(headerOf(page, 'Room 2').getByText('Out of bed')).toBeHidden();
  await run('sh', ['-c', lineOf('mosquitto_pub -h localhost', names('Room 2'))]);
  await expect(headerOf(page, 'Room 2').getByText('Out of bed')).toBeVisible();
});
