/**
 * Runs two servers on PostgreSQL and NATS behind a TLS proxy. A report to one server must reach boards of the other.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Page, test as base } from '@playwright/test';
import { type Cluster, startCluster } from '../../scripts/cluster/cluster.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type MosquittoService, startMosquitto } from '../support/mqtt/mosquitto.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { createDeviceKey } from '../../src/server/devices/keys/device-keys.ts';
import { locationNamed } from './support/demo-addresses.ts';
import { expect, signIn } from './support/fixtures.ts';
import { expectLive, headerOf, insertTestWard } from './support/test-ward.ts';

interface ClusterFixture {
  readonly cluster: Cluster;
  readonly broker: MosquittoService;
  readonly database: Database;
}

interface GuideParameters {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly deviceKey: string;
  /** The uuid of the room's stream. */
  readonly room: string;
}

/** How the commands of docs/connect-equipment.md for HTTP and for MQTT start. Both commands report "out of bed". */
const httpCommand = 'curl -X POST http://localhost:3001/api/reports';
const mqttCommand = 'mosquitto_pub -h localhost';

const test = base.extend<object, { readonly running: ClusterFixture }>({
  running: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
    async ({}, provide) => {
      await ensureServices(['postgres', 'nats', 'mosquitto', 'nginx', 'openssl']);
      const folder = await mkdtemp(join(tmpdir(), 'room-status-cluster-'));
      const broker = await startMosquitto({ folder: join(folder, 'mosquitto') });
      const settingsFor = async () => ({ MQTT_URL: broker.url });
      const cluster = await startCluster({ folder, processes: 2, firstArgs: ['--demo'], settingsFor });
      const database = await openPostgresDatabase({ url: cluster.postgres.url(), poolSize: 1 });
      await provide({ cluster, broker, database });
      await database.close();
      await cluster.stop();
      await broker.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.use({ ignoreHTTPSErrors: true });

test('a report that a documented command sends to either server reaches every board, and an alert survives the kill of its server', async ({
  page,
  context,
  running: { cluster, broker, database },
}) => {
  const { front, apps } = cluster;
  const location = locationNamed('Harbour House');
  const ward = await insertTestWard(database, ['Room 1', 'Room 2', 'Room 3', 'Room 4']);
  const scope = { kind: 'location', uuid: location.uuid } as const;
  const { key } = await createDeviceKey(database, { name: 'guide', scope, now: Date.now() });
  const nameOf = (room: string) => ({ mqttPort: broker.port, deviceKey: key, room: ward.uuidOf(room) });

  const address = `${front.url}${ward.address}`;
  await page.goto(front.url);
  await signIn(page, 'nurse', address);
  await expectLive(page);
  const other = await context.newPage();
  await other.goto(address);
  await expectLive(other);

  for (const [index, room] of ['Room 1', 'Room 2'].entries()) {
    const names = { ...nameOf(room), httpPort: apps[index]?.port ?? 0 };
    expect(await runGuideCommand(httpCommand, names)).toContain('"outcome":"accepted"');
    for (const board of [page, other]) await expect(headerOf(board, room).getByText('Out of bed')).toBeVisible();
  }
  await runGuideCommand(mqttCommand, { ...nameOf('Room 3'), httpPort: 0 });
  for (const board of [page, other]) await expect(headerOf(board, 'Room 3').getByText('Out of bed')).toBeVisible();

  // After one server is killed, the other server takes over its boards and the reports.
  await apps[0]?.kill();
  for (const board of [page, other]) await expectLive(board);
  const alert = (board: Page) => board.getByRole('region', { name: 'Alerts' }).getByRole('listitem').first();
  await expect(alert(other), 'an alert that the killed server received').toContainText('Room 1 · Out of bed');
  await alert(page).getByRole('button', { name: 'I’m on my way' }).click();
  const answered = other.getByRole('article', { name: 'Room 1' });
  await expect(answered).toContainText('On the way: Nora Lind, ward nurse');
  const httpPort = apps[1]?.port ?? 0;
  await runGuideCommand(httpCommand, { ...nameOf('Room 4'), httpPort });
  for (const board of [page, other]) await expect(headerOf(board, 'Room 4').getByText('Out of bed')).toBeVisible();
});

/** Runs the first command of docs/connect-equipment.md that starts with `start`, with these parameters. */
async function runGuideCommand(start: string, names: GuideParameters): Promise<string> {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/connect-equipment.md'), 'utf8');
  const line = guide.split('\n').find((one) => one.startsWith(start));
  if (line === undefined) throw new Error(`the guide has no command that starts with ${start}`);
  const own = line
    .replaceAll('http://localhost:3001', `http://localhost:${names.httpPort}`)
    .replaceAll('KEY', names.deviceKey)
    .replaceAll('-p 1883', `-p ${names.mqttPort}`)
    .replaceAll('room-101', names.room);
  return (await promisify(execFile)('sh', ['-c', own])).stdout;
}
