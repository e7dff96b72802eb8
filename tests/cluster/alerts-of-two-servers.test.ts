import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { type NatsService, startNats } from '../../scripts/services/nats.ts';
import { ListedAlert } from '../../src/contract/alerts/alerts.ts';
import { maxAcknowledgedMs } from '../../src/domain/alerts/alert.ts';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { type EventReader, readEvents } from '../support/event-reader.ts';
import { everything } from '../support/homes/small-home.ts';
import { createTestUsers } from '../support/identity/test-users.ts';

let postgres: OwnPostgres;
let nats: NatsService;
let first: TestApp;
let second: TestApp;
let clockOffsetMs = 0;

const home = readDemoHome();
const ward = home.wards[0]?.uuid ?? '';
/** Each test uses a room of its own, because a second fall within seconds is a duplicate. */
const rooms = home.rooms.filter(({ wardUUID, status }) => wardUUID === ward && status === 'ACTIVE');
const users = createTestUsers(Date.now);
const newNurse = (scope: Parameters<typeof users.token>[0][number] = everything) =>
  users.token([scope], { expiresAt: Number.MAX_SAFE_INTEGER });
const [anna, ben] = [newNurse(), newNurse()];
const readers: EventReader[] = [];

beforeAll(async () => {
  await ensureServices(['nats']);
  postgres = await startOwnPostgres();
  nats = await startNats({ folder: postgres.folder });
  const settings = { DATABASE_URL: postgres.url(), NATS_URL: nats.url };
  const now = () => Date.now() + clockOffsetMs;
  const start = () => startTestApp({ settings, authenticator: users, now });
  [first, second] = await Promise.all([start(), start()]);
}, 120_000);

afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

afterAll(async () => {
  await Promise.all([first, second].map((app) => app.close()));
  await nats.stop();
  await postgres.close();
}, 60_000);

async function connectTo(app: TestApp): Promise<EventReader> {
  const reader = await readEvents(app.url, ward, anna);
  readers.push(reader);
  return reader;
}

/** Reports a fall to the first server. Returns the alert when the second server has sent it. */
async function raiseAlert(there: EventReader): Promise<string> {
  expect((await first.report(rooms.shift()?.uuid ?? '', 'man_down')).status).toBe(200);
  const { uuid } = await receives(there, 'raised');
  return uuid;
}

/** Waits until an alert has this state. `uuid`: only this alert; other rooms may have falls of earlier tests. */
async function receives(reader: EventReader, state: string, uuid?: string) {
  for (;;) {
    const alerts = (await reader.nextAlerts()).flatMap((changed) => changed.alerts);
    const found = alerts.find((alert) => alert.state === state && (uuid ?? alert.uuid) === alert.uuid);
    if (found !== undefined) return found;
  }
}

/** `seenCount`: how often the alert had been raised again when the user saw it. */
function act(app: TestApp, uuid: string, action: string, token: string, seenCount = 0): Promise<Response> {
  return fetch(`${app.url}/api/alerts/${uuid}/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seen: { [uuid]: seenCount }, ...(action === 'resolve' && { resolution: 'helped' }) }),
  });
}

async function eventsOf(uuid: string): Promise<readonly string[]> {
  const events = first.database.query.selectFrom('alert_event').select('event').where('alert_uuid', '=', uuid);
  return (await events.orderBy('sequence').execute()).map(({ event }) => event);
}

test('an alert that is acknowledged at one server is shown with the name of the nurse at the other server', async () => {
  const [here, there] = [await connectTo(first), await connectTo(second)];
  const uuid = await raiseAlert(there);
  expect((await act(first, uuid, 'acknowledge', anna)).status).toBe(200);
  const by = { kind: 'user', subject: anna, displayName: `Name of ${anna}` };
  expect((await receives(there, 'acknowledged')).by).toEqual(by);
  expect((await act(second, uuid, 'attend', anna)).status).toBe(200);
  await receives(here, 'attended');
  await act(first, uuid, 'resolve', anna);
});

test('when two nurses acknowledge an alert at different servers at once, one of them gets it, and a repeated call changes nothing', async () => {
  const uuid = await raiseAlert(await connectTo(second));
  const answers = await Promise.all([act(first, uuid, 'acknowledge', anna), act(second, uuid, 'acknowledge', ben)]);
  expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? anna : ben;
  expect((await act(second, uuid, 'acknowledge', winner)).status).toBe(200);
  expect(await eventsOf(uuid)).toEqual(['opened', 'acknowledged']);
  const resolutions = await Promise.all([first, second, first].map((app) => act(app, uuid, 'resolve', ben)));
  expect(resolutions.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await eventsOf(uuid)).toEqual(['opened', 'acknowledged', 'resolved']);
  const late = await act(second, uuid, 'acknowledge', anna);
  const { current } = z.parse(z.object({ current: ListedAlert }), await late.json());
  expect([late.status, current.state, current.resolution]).toEqual([409, 'resolved', 'helped']);
});

test('an alert that was acknowledged and not resolved in time is raised again only once, although both servers check it', async () => {
  const [here, there] = [await connectTo(first), await connectTo(second)];
  const uuid = await raiseAlert(there);
  await receives(here, 'raised', uuid);
  const expected = ['opened'];
  for (let round = 1; round <= 4; round += 1) {
    expect((await act(first, uuid, 'acknowledge', anna, round - 1)).status).toBe(200);
    await Promise.all([here, there].map((reader) => receives(reader, 'acknowledged', uuid)));
    clockOffsetMs += maxAcknowledgedMs;
    const raised = await Promise.all([here, there].map((reader) => receives(reader, 'raised', uuid)));
    expect(raised.map(({ raisedAgainCount }) => raisedAgainCount)).toEqual([round, round]);
    expected.push('acknowledged', 'raised-again');
  }
  expect(await eventsOf(uuid)).toEqual(expected);
});
