/** Tests server processes that read one external broker and publish to it. They are killed with SIGKILL and not restarted. */
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type HomeAssistant, startHomeAssistant } from '../support/mqtt/home-assistant.ts';
import { type MosquittoService, startMosquitto } from '../support/mqtt/mosquitto.ts';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import type { Database } from '../../src/server/database/database.ts';
import { type ServerProcess, startServerProcess } from '../support/app/server-process.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { seedSmallHome, small } from '../support/homes/small-home.ts';
import { freePort } from '../../scripts/services/ports.ts';

let postgres: OwnPostgres;
let nats: NatsService;
let mosquitto: MosquittoService;
let database: Database;
let device: MqttClient;
let home: HomeAssistant;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  await ensureServices(['nats', 'mosquitto']);
  postgres = await startOwnPostgres();
  const { folder } = postgres;
  [nats, mosquitto] = await Promise.all([startNats({ folder }), startMosquitto({ folder: join(folder, 'mosquitto') })]);
  database = await openPostgresDatabase({ url: postgres.url() });
  await database.migrate();
  await seedSmallHome(database);
  await database.query.updateTable('location').set({ alias: 'harbour' }).where('uuid', '=', small.locationA1).execute();
  device = await connectAsync(mosquitto.url);
  home = await startHomeAssistant(mosquitto.url);
}, 120_000);

afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await Promise.all([device.endAsync(), home.close()]);
  await database.close();
  await Promise.all([nats, mosquitto].map((service) => service.stop()));
  await postgres.close();
}, 60_000);

async function start(): Promise<ServerProcess> {
  const server = startServerProcess(
    {
      PORT: String(await freePort()),
      DATABASE_URL: postgres.url(),
      NATS_URL: nats.url,
      MQTT_URL: mosquitto.url,
      MQTT_PUBLISH: 'harbour',
      LOG_LEVEL: 'info',
    },
    ['--no-demo'],
  );
  servers.push(server);
  await server.untilOutput('Listening');
  return server;
}

async function kill(server: ServerProcess): Promise<void> {
  server.signal('SIGKILL');
  await server.ended;
}

let published = 0;
/** Publishes reports with ids, because the broker delivers a message again that was stored and not acknowledged. */
async function publish(count: number): Promise<void> {
  const topic = `roomstatus/harbour/${small.streamA1x1}/status`;
  for (let left = count; left > 0; left -= 1) {
    published += 1;
    const report = { status: published % 2 === 0 ? 'in_bed' : 'out_of_bed', id: String(published) };
    await device.publishAsync(topic, JSON.stringify(report), { qos: 1 });
  }
}

/** Waits until every published message is stored once and in order. */
const allAreStored = () =>
  expect
    .poll(
      async () => {
        const rows = await database.query.selectFrom('report').select('report_id').orderBy('sequence').execute();
        return rows.map(({ report_id: id }) => Number(id));
      },
      { timeout: 60_000, interval: 100 },
    )
    .toEqual(Array.from({ length: published }, (_, index) => index + 1));

test('no message is lost or stored twice when the process that reads the broker is killed with SIGKILL', async () => {
  const first = await start();
  await first.untilOutput('connected to the MQTT broker');
  const second = await start();
  const publishing = publish(600);
  await expect.poll(() => published, { timeout: 60_000, interval: 5 }).toBeGreaterThan(200);
  await kill(first);
  await publishing;
  await second.untilOutput('this process takes over');
  await allAreStored();

  await kill(second);
  await publish(200);
  const third = await start();
  await third.untilOutput('this process takes over');
  await allAreStored();
  await publish(10);
  await allAreStored();
}, 180_000);

test('when the server that publishes is killed with SIGKILL, its states are unavailable until another server publishes them', async () => {
  const publishing = servers.at(-1);
  await device.publishAsync(`roomstatus/harbour/${small.streamA1x1}/status`, 'man_down', { qos: 1 });
  const room = () => home.entities('Room 1');
  await expect.poll(room, { timeout: 60_000 }).toMatchObject({ Status: 'man_down', Fall: 'ON' });
  await start();
  publishing?.signal('SIGKILL');
  await expect
    .poll(room, { timeout: 60_000, interval: 20 })
    .toMatchObject({ Status: 'unavailable', Fall: 'unavailable' });
  await expect.poll(room, { timeout: 60_000 }).toMatchObject({ Status: 'man_down', Fall: 'ON' });
}, 180_000);
