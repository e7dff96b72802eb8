/** Runs the example commands of docs/connect-equipment.md against the embedded database and broker. */
import { createDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { locationNamed } from './support/demo-addresses.ts';
import { httpCommand, mqttCommand, runGuideCommand } from './support/guide-commands.ts';
import { expect, headerOf, openBoard, test } from './support/test-ward.ts';

const mqttPort = await freePort();
test.use({ appOptions: { settings: { MQTT_PORT: String(mqttPort) } } });

test('the example commands of the guide change a card over HTTP and over MQTT', async ({ page, app, createWard }) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  const scope = { kind: 'location', uuid: locationNamed('Harbour House').uuid } as const;
  const { key } = await createDeviceKey(app.database, { name: 'guide', scope, now: Date.now() });
  const names = (room: string) => ({ httpPort: app.port, mqttPort, deviceKey: key, room: ward.uuidOf(room) });
  await openBoard(page, ward);

  expect(await runGuideCommand(httpCommand, names('Room 1'))).toContain('"outcome":"accepted"');
  await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();

  await expect(headerOf(page, 'Room 2').getByText('Out of bed')).toBeHidden();
  await runGuideCommand(mqttCommand, names('Room 2'));
  await expect(headerOf(page, 'Room 2').getByText('Out of bed')).toBeVisible();
});
