/** The example commands of the guide, on two servers with PostgreSQL and NATS. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '../../scripts/services/nats.ts';
import { startPostgres } from '../../scripts/services/postgres.ts';
import { createDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app/start-app.ts';
import { locationNamed } from './support/demo-addresses.ts';
import { httpCommand, mqttCommand, runGuideCommand } from './support/guide-commands.ts';
import { expect, headerOf, openBoard, test as base } from './support/test-ward.ts';

interface Cluster {
  readonly appOptions: TestAppOptions;
  /** Receives the reports. The browser is connected to the other server. */
  readonly second: { readonly app: TestApp; readonly mqttPort: number };
}

const test = base.extend<object, Cluster>({
  appOptions: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'room-status-cluster-'));
      // PostgreSQL runs as another user, who needs access to the folder.
      await chmod(folder, 0o755);
      const postgres = await startPostgres({ folder: join(folder, 'postgres') });
      const nats = await startNats({ folder });
      await provide({ settings: { DATABASE_URL: postgres.url(), NATS_URL: nats.url }, args: ['--demo'] });
      await Promise.all([postgres.stop(), nats.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  second: [
    async ({ appOptions, app: _first }, provide) => {
      const mqttPort = await freePort();
      const settings = { ...appOptions.settings, MQTT_PORT: String(mqttPort) };
      const app = await startTestApp({ ...appOptions, settings });
      await provide({ app, mqttPort });
      await app.close();
    },
    { scope: 'worker' },
  ],
});

test(
  'a report by HTTP or MQTT to one server changes a card on a board of the other server and plays its sound',
  { tag: '@wide' },
  async ({ page, second, createWard, sounds }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    const scope = { kind: 'location', uuid: locationNamed('Harbour House').uuid } as const;
    const { key } = await createDeviceKey(second.app.database, { name: 'guide', scope, now: Date.now() });
    const { mqttPort } = second;
    const names = (room: string) => ({
      httpPort: second.app.port,
      mqttPort,
      deviceKey: key,
      room: ward.uuidOf(room),
    });
    await openBoard(page, ward);

    expect(await runGuideCommand(httpCommand, names('Room 1'))).toContain('"outcome":"accepted"');
    await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();
    await expect.poll(() => sounds.count()).toBe(1);

    await runGuideCommand(mqttCommand, names('Room 2'));
    await expect(headerOf(page, 'Room 2').getByText('Out of bed')).toBeVisible();
    await expect.poll(() => sounds.count()).toBe(2);
  },
);
