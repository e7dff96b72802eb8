/** Server processes that share a broker of others, killed for real and not started again. With the product's own times. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type MosquittoService, startMosquitto } from '../../scripts/services/mosquitto.ts';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import { type PostgresService, startPostgres } from '../../scripts/services/postgres.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import type { Database } from '../../src/server/database/database.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { seedSmallHome, small } from '../support/homes/small-home.ts';
import { freePort } from '../../scripts/services/ports.ts';

let folder: string;
let postgres: PostgresService;
let nats: NatsService;
let mosquitto: MosquittoService;
let database: Database;
let device: MqttClient;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  await ensureServices(['postgres', 'nats', 'mosquitto']);
  folder = await mkdtemp(join(tmpdir(), 'room-status-shared-broker-'));
  await chmod(folder, 0o755);
  [postgres, nats, mosquitto] = await Promise.all([
    startPostgres({ folder: join(folder, 'postgres') }),
    startNats({ folder }),
    startMosquitto({ folder: join(folder, 'mosquitto') }),
  ]);
  database = await openPostgresDatabase({ url: postgres.url() });
  await database.migrate();
  await seedSmallHome(database);
  await database.query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  device = await connectAsync(mosquitto.url);
}, 120_000);

afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await device.endAsync();
  await database.close();
  await Promise.all([postgres, nats, mosquitto].map((service) => service.stop()));
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** On a port of its own, so under a name of its own at the broker. */
async function start(): Promise<ServerProcess> {
  const server = startServerProcess(
    {
      PORT: String(await freePort()),
      DATABASE_URL: postgres.url(),
      NATS_URL: nats.url,
      MQTT_URL: mosquitto.url,
      LOG_LEVEL: 'info',
    },
    ['--no-demo'],
  );
  servers.push(server);
  await server.said('connected to the MQTT broker');
  return server;
}

async function kill(server: ServerProcess): Promise<void> {
  server.signal('SIGKILL');
  await server.ended;
}

let told = 0;
async function say(count: number, withIds = false): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    told += 1;
    const report = { status: told % 2 === 0 ? 'in_bed' : 'out_of_bed', ...(withIds && { id: String(told) }) };
    await device.publishAsync(`roomstatus/harbour/${small.streamA1x1}/status`, JSON.stringify(report), { qos: 1 });
  }
}

/** All that was told is stored, and nothing of it twice. */
const allIsStored = () =>
  expect
    .poll(async () => (await database.query.selectFrom('report').select('sequence').execute()).length, {
      timeout: 60_000,
      interval: 100,
    })
    .toBe(told);

test('killed one after the other, each for good: nothing that was told meanwhile is lost, or taken twice', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  // What is stored may not yet be acknowledged when its process dies: an id makes it count once.
  await say(10, true);
  await allIsStored();
  await kill(first);
  await say(40);
  await allIsStored();
  await second.said('was taken over and ended');
  await say(2, true);
  await allIsStored();
  await kill(second);
  await say(20);
  const third = await start();
  await allIsStored();
  await third.said('was taken over and ended');
  await say(10);
  await allIsStored();
}, 180_000);
