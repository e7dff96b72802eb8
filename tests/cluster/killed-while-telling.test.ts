/** Two server processes on one PostgreSQL, which are killed while they tell people of alerts. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDutyPhone, receivedAlerts } from '../../lab/shared/duty-phone.ts';
import { type LabHome, nurse, seedHome } from '../../lab/shared/home.ts';
import { inTurn, present } from '../../lab/shared/present.ts';
import { createAppProcess } from '../../scripts/cluster/app-process.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import { freePort } from '../../scripts/services/ports.ts';
import type { Service } from '../../scripts/services/service.ts';
import { WebhookBody } from '../../src/contract/contacts/webhook-body.ts';
import { serverActor } from '../../src/server/audit/audit-actors.ts';
import { addContact } from '../../src/server/contacts/contact-store.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { leaseMs } from '../../src/server/notices/send-notice.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/contacts/webhook-receiver.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { signIn } from '../support/identity/sign-in.ts';
import { type PushService, startPushService } from '../support/phones/push-service.ts';

const killCount = 4;
/** No kills after this time: a message whose server is killed again after its lease is sent three times. */
const killsMs = leaseMs / 2;
/**
 * The kill comes up to this long after a message arrived. The push service responds later, so the server has not stored
 * that the message was accepted.
 */
const maxDelayMs = 20;
const reportIntervalMs = 40;
/** More wards than the test needs. Each has one room, so that each alert is a message of its own. */
const wardCount = 1_000;

let postgres: OwnPostgres;
let nats: NatsService;
let database: Database;
let phones: PushService;
let contact: WebhookReceiver;
let servers: readonly Service[];
let home: LabHome;

beforeAll(async () => {
  await ensureServices(['nats']);
  postgres = await startOwnPostgres();
  nats = await startNats({ folder: postgres.folder });
  database = await openPostgresDatabase({ url: postgres.url(), poolSize: 2 });
  await database.migrate();
  home = await seedHome(
    database,
    Array.from({ length: wardCount }, () => 1),
  );
  [phones, contact] = await Promise.all([startPushService({ delayMs: 2 * maxDelayMs }), startWebhookReceiver()]);
  servers = await Promise.all(['first', 'second'].map(createServer));
  await Promise.all(servers.map((server) => server.start()));
  await addContact(
    database.query,
    {
      locationUUID: home.location,
      channel: 'webhook',
      name: 'front desk',
      address: `http://127.0.0.1:${contact.port}/`,
      language: 'en',
    },
    { actor: serverActor, at: Date.now() },
  );
  const url = originOf(present(servers[0]));
  const { accessToken } = await signIn(url, nurse.username, nurse.password);
  const chain = [
    { after: 0, notify: 'location' as const },
    { after: 1, notify: 'contacts' as const },
  ];
  await addDutyPhone(database, { url, accessToken, service: phones, wards: home.wards, chain });
}, 120_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await Promise.all([phones.close(), contact.close(), database.close()]);
  await nats.stop();
  await postgres.close();
}, 60_000);

const originOf = ({ port }: Pick<Service, 'port'>) => `http://localhost:${port}`;

async function createServer(name: string): Promise<Service> {
  const settings = {
    DATA_DIR: join(postgres.folder, name),
    DATABASE_URL: postgres.url(),
    NATS_URL: nats.url,
    PUSH_ALLOWED_HOSTS: '127.0.0.1',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  };
  const [port, logFile] = [await freePort(), join(postgres.folder, `${name}.log`)];
  return createAppProcess({ name, port, logFile, args: ['--no-demo'], settings });
}

/** Reports a fall in one room after the other, to the servers in turn, until `stop` is called. */
function startFalls() {
  const is = { stopped: false };
  const running = (async () => {
    for (const [index, { uuid: stream }] of home.rooms.entries()) {
      if (is.stopped) return;
      const report = JSON.stringify({ id: randomUUID(), stream, status: 'man_down' });
      for (let attempt = index; !(await isAccepted(inTurn(servers, attempt), report)); attempt += 1);
      await pause(reportIntervalMs);
    }
  })();
  return {
    /** Resolves when the server has accepted the last report. */
    stop: (): Promise<void> => {
      is.stopped = true;
      return running;
    },
  };
}

async function isAccepted(server: Service, body: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${home.deviceKey}`, 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body };
  return fetch(`${originOf(server)}/api/reports`, request).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Kills the server that sends the next message before it knows that it has arrived, and starts it again. */
async function killNextSender(): Promise<void> {
  const known = new Set(phones.pushes);
  const { payload } = await phones.waitFor((push) => !known.has(push));
  const sender = servers.find((server) => payload.api.startsWith(originOf(server)));
  await pause(Math.random() * maxDelayMs);
  await present(sender).kill();
  await present(sender).start();
}

/** Simulates that the leases of messages end, while no process runs. Returns their number. */
async function endLeases(): Promise<number> {
  const leased = database.query
    .updateTable('notice')
    .set(({ eb }) => ({ due_at: eb('due_at', '-', leaseMs) }))
    .where('outcome', 'is', null)
    .where('attempts', '>', 0);
  return Number((await leased.executeTakeFirstOrThrow()).numUpdatedRows);
}

function webhookAlerts(): readonly string[] {
  const bodies = contact.received.map(({ body }) => WebhookBody.parse(JSON.parse(body)));
  return bodies.flatMap(({ type, data }) => (type === 'alert.raised' ? data.alerts.map(({ uuid }) => uuid) : []));
}

async function unsettledCount(): Promise<number> {
  const unsettled = database.query.selectFrom('notice').select('uuid').where('outcome', 'is', null);
  return (await unsettled.execute()).length;
}

async function openedAlerts(): Promise<ReadonlySet<string>> {
  const events = database.query.selectFrom('alert_event').select('alert_uuid').where('event', '=', 'opened');
  return new Set((await events.execute()).map(({ alert_uuid }) => alert_uuid));
}

/** Returns the messages that arrived more often than servers began to send them, or more than twice. */
async function findRepeated() {
  const counts = {
    person: Map.groupBy(receivedAlerts(phones), (uuid) => uuid),
    contact: Map.groupBy(webhookAlerts(), (uuid) => uuid),
  };
  const notices = await database.query.selectFrom('notice').selectAll().where('kind', '=', 'alert').execute();
  return notices.flatMap(({ alert_uuid, recipient_kind, attempts }) => {
    const count = counts[recipient_kind === 'person' ? 'person' : 'contact'].get(alert_uuid)?.length ?? 0;
    return count > Math.min(attempts, 2) ? [{ alert_uuid, recipient_kind, attempts, count }] : [];
  });
}

test('when servers are killed while they tell people of alerts, each alert reaches the phone and the contact of its chain, and none more than twice', async () => {
  const falls = startFalls();
  const start = performance.now();
  for (let kill = 0; kill < killCount && performance.now() - start < killsMs; kill += 1) await killNextSender();
  await falls.stop();
  await Promise.all(servers.map((server) => server.kill()));
  expect(await endLeases(), 'messages that a killed server was sending').toBeGreaterThan(0);
  await Promise.all(servers.map((server) => server.start()));

  const alerts = await openedAlerts();
  expect(alerts.size).toBeGreaterThan(killCount);
  for (const received of [() => receivedAlerts(phones), webhookAlerts]) {
    await expect.poll(() => [...alerts.difference(new Set(received()))]).toEqual([]);
  }
  await expect.poll(unsettledCount).toBe(0);
  expect(await findRepeated()).toEqual([]);
});
