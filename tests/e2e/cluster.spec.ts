/** Two servers on PostgreSQL and NATS behind the TLS front: the viewer on one, the report on the other. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Cluster, startCluster } from '../../scripts/cluster/cluster.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type MosquittoService, startMosquitto } from '../../scripts/services/mosquitto.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { createDeviceKey } from '../../src/server/intake/device-keys/device-keys.ts';
import { locationAddress, locationNamed } from './support/demo-addresses.ts';
import { expect, signIn } from './support/fixtures.ts';
import { httpCommand, mqttCommand, runGuideCommand } from './support/guide-commands.ts';
import { expectLive, headerOf } from './support/test-ward.ts';

interface Stage {
  readonly cluster: Cluster;
  readonly broker: MosquittoService;
  readonly database: Database;
}

const test = base.extend<object, { readonly stage: Stage }>({
  stage: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed
    async ({}, provide) => {
      await ensureServices(['postgres', 'nats', 'mosquitto', 'nginx', 'openssl']);
      const folder = await mkdtemp(join(tmpdir(), 'room-status-cluster-'));
      const broker = await startMosquitto({ folder: join(folder, 'mosquitto') });
      const settingsFor = () => ({ MQTT_URL: broker.url });
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

test(
  'the lines of the guide move cards, whichever server they reach and the board hangs on',
  { tag: '@wide' },
  async ({ page, context, stage: { cluster, broker, database } }) => {
    const { front, apps } = cluster;
    const location = locationNamed('Harbour House');
    const ward = await createWard(database, location.uuid, ['Room 1', 'Room 2', 'Room 3', 'Room 4']);
    const scope = { kind: 'location', uuid: location.uuid } as const;
    const { key } = await createDeviceKey(database, { name: 'guide', scope, now: Date.now() });
    const nameOf = (room: string) => ({ mqttPort: broker.port, deviceKey: key, room: ward.uuidOf(room) });

    const address = `${front.url}${locationAddress('Harbour House')}/ward/${ward.uuid}`;
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

    // The server that stays shows and takes everything.
    await apps[0]?.kill();
    for (const board of [page, other]) await expectLive(board);
    const httpPort = apps[1]?.port ?? 0;
    await runGuideCommand(httpCommand, { ...nameOf('Room 4'), httpPort });
    for (const board of [page, other]) await expect(headerOf(board, 'Room 4').getByText('Out of bed')).toBeVisible();
  },
);

async function createWard({ query }: Database, location: string, rooms: readonly string[]) {
  const uuid = randomUUID();
  const streams = new Map(rooms.map((room) => [room, randomUUID()]));
  await query.insertInto('ward').values({ uuid, location_uuid: location, display_name: 'Ward 7 Meadow' }).execute();
  await query
    .insertInto('stream')
    .values(
      [...streams].map(([room, stream]) => ({
        uuid: stream,
        ward_uuid: uuid,
        display_name: room,
        type: 'camera' as const,
        status: 'ACTIVE' as const,
        room_status: -1,
        last_notification: null,
        last_notification_sent: null,
        revision: 0,
        reported_at: null,
      })),
    )
    .execute();
  return {
    uuid,
    uuidOf: (room: string): string => {
      const stream = streams.get(room);
      if (stream === undefined) throw new Error(`the ward has no room ${room}`);
      return stream;
    },
  };
}
