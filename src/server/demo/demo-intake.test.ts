/** The demo against the real app: real HTTP, real intake, real database. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app/start-app.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { isHighPriority } from '../../domain/room-status.ts';
import { checkData } from '../database/maintenance/check-data.ts';
import { parseAlerts } from '../database/open-alerts.ts';
import { sendHeartbeats, sendReports } from './demo-client.ts';
import { readDemoHome } from './demo-home.ts';
import { startDemo } from './run-demo.ts';

const log = { warn: () => undefined };
const { rooms } = readDemoHome();

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ now: Date.now });
});
afterEach(() => app.close());

const readStreams = () => app.database.query.selectFrom('stream').selectAll().orderBy('uuid').execute();
const clientOptions = () => ({ apiBaseUrl: `${app.url}/api`, deviceKey: app.deviceKey, log });
const demoOptions = (seed: number) => ({
  ...clientOptions(),
  database: app.database,
  speed: 1,
  now: Date.now,
  random: seededRandom(seed),
  alerts: { readOpen: async () => [], act: async () => undefined },
});
/** The stored reports of devices. Those of the watchdog have no id. */
const readReports = () =>
  app.database.query.selectFrom('report').selectAll().where('report_id', 'is not', null).orderBy('sequence').execute();

test('every start of the demo gives each monitored room a history of reports', async () => {
  for (const seed of [1, 2]) {
    // An earlier run of the demo can leave offline devices and pending debounces.
    await app.database.query
      .updateTable('stream')
      .set({ status_before_silence: 3, pending_status: 3, pending_at: 1, pending_notification: 1, pending_due_at: 2 })
      .where('status', '=', 'ACTIVE')
      .execute();
    const demo = startDemo(demoOptions(seed));
    await demo.filled;
    await demo.stop();
    const board = await readStreams();
    const active = board.filter(({ status }) => status === 'ACTIVE');
    for (const stream of board) expect(stream.revision > 0, stream.display_name).toBe(stream.status === 'ACTIVE');
    for (const stream of active) {
      expect(stream, stream.display_name).toMatchObject({ pending_status: null, status_before_silence: null });
    }
    expect(active.filter(({ last_notification }) => last_notification === null)).toHaveLength(1);
    const alerts = board.flatMap(({ open_alerts }) => parseAlerts(open_alerts));
    expect(alerts.filter(({ latches, state }) => latches && state === 'raised')).not.toEqual([]);
    expect(alerts.filter(({ latches, state }) => latches && state === 'acknowledged')).not.toEqual([]);
    const needsAlert = active.filter(
      (one) => isHighPriority(one.room_status) && one.room_status === one.last_notification,
    );
    for (const stream of needsAlert) expect(stream.open_alerts, stream.display_name).not.toBeNull();
    expect((await checkData(app.database, true)).filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    const inBed = rooms.filter(({ state }) => state === 'in-bed').map(({ uuid }) => uuid);
    for (const stream of board) if (inBed.includes(stream.uuid)) expect(stream.room_status).toBe(5);
  }
});

test('no report of the demo is lost or doubled when calls, answers or the server fail', async () => {
  const faults = ['answer', 'lose the answer', 'lose the call', 'unavailable', 'answer', 'lose the answer'] as const;
  const proxy = await startFaultyProxy([...faults, 'answer']);
  const demo = startDemo({ ...demoOptions(3), apiBaseUrl: `${proxy.url}/api`, speed: 600 });
  await proxy.done;
  await demo.stop();
  await proxy.close();

  const numbers = (await readReports()).map(({ report_id }) => Number(report_id?.split('-').at(-1)));
  expect(numbers).toEqual(Array.from(numbers, (_, index) => index));
  expect(numbers.length).toBeGreaterThan(10);
  const intervals = proxy.arrivals.map((at, index) => at - (proxy.arrivals[index - 1] ?? -Infinity));
  expect(Math.min(...intervals), 'a few calls per second at most').toBeGreaterThan(350);
});

test('the demo stops at once while the server cannot be reached', async () => {
  const warned = Promise.withResolvers<string>();
  const demo = startDemo({
    ...demoOptions(5),
    speed: 3_600,
    apiBaseUrl: 'http://127.0.0.1:9/api',
    log: { warn: warned.resolve },
  });
  expect(await warned.promise).toContain('retries');
  await demo.stop();
});

test('the demo does not retry a refused report and logs the reason', async () => {
  const warnings: string[] = [];
  const options = { ...clientOptions(), log: { warn: (message: string) => warnings.push(message) } };
  const report = { id: 'demo-1', stream: '99999999-0000-4000-8000-000000000000', status: 3 };
  await sendReports(options, [report], new AbortController().signal);
  expect(warnings).toEqual(['A report of the demo was refused: stream is not known to this device key']);
});

test('heartbeats mark every room as seen, and a room that was offline shows its last status again', async () => {
  const room = rooms.find(({ state }) => state === 'vacant')?.uuid ?? '';
  await app.database.query
    .updateTable('stream')
    .set({ room_status: 12, status_before_silence: 0 })
    .where('uuid', '=', room)
    .execute();
  await app.database.query.updateTable('stream').set({ seen_at: 0 }).execute();
  const stopping = new AbortController();
  const uuids = rooms.map(({ uuid }) => uuid);
  const sending = sendHeartbeats(clientOptions(), uuids, stopping.signal);
  await vi.waitFor(async () => {
    for (const { seen_at, display_name } of await readStreams()) expect(seen_at, display_name).toBeGreaterThan(0);
  });
  stopping.abort();
  await sending;
  expect((await readStreams()).find(({ uuid }) => uuid === room)).toMatchObject({
    room_status: 0,
    status_before_silence: null,
  });
});

type Fault = 'answer' | 'lose the answer' | 'lose the call' | 'unavailable';

/** A proxy between demo and app that injects one fault per call of reports. */
async function startFaultyProxy(faults: Fault[]) {
  const done = Promise.withResolvers<void>();
  const arrivals: number[] = [];

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isReports = request.url?.endsWith('/reports') === true;
    if (isReports) arrivals.push(performance.now());
    const fault = (isReports ? faults.shift() : undefined) ?? 'answer';
    const body = await buffer(request);
    if (fault === 'lose the call') return void response.destroy();
    if (fault === 'unavailable') return void response.writeHead(503).end('{}');
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(app.url + (request.url ?? ''), { method: 'POST', headers, body });
    const text = await answer.text();
    if (fault === 'lose the answer') return void response.destroy();
    response.writeHead(answer.status).end(text);
    if (faults.length === 0) done.resolve();
  }

  const server = createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrivals,
    done: done.promise,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
