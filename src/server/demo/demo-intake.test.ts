/** The demo against the real app: real HTTP, real intake, real database. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app/start-app.ts';
import { demoHome, showcaseWard } from './demo-home.ts';
import { seededRandom } from './random.ts';
import { rememberPast } from './remember-past.ts';
import type { RoomSighting } from './room-stories.ts';
import { loadRecordings } from './recordings.ts';
import { sightingsOf } from './replay.ts';
import { startDemo } from './run-demo.ts';
import { sendHeartbeats } from './send-heartbeats.ts';
import { sendReports } from './send-reports.ts';

const log = { info: () => undefined, warn: () => undefined };
const hour = 3_600_000;

let app: TestApp;
/** The server's, where a test sets it. */
let clock: number | undefined;
beforeEach(async () => {
  clock = undefined;
  app = await startTestApp({ now: () => clock ?? Date.now() });
});
afterEach(() => app.close());

const rooms = () => app.database.query.selectFrom('stream').selectAll().orderBy('uuid').execute();
const options = (seed: number) => ({
  apiBaseUrl: `${app.url}/api`,
  deviceKey: app.deviceKey,
  speed: 1,
  now: Date.now,
  random: seededRandom(seed),
  log,
  rememberPast: (past: readonly RoomSighting[]) => rememberPast(app.database, past, Date.now()),
});
/** Of devices; the server's own watch logs what it finds without an id. */
const reports = () =>
  app.database.query.selectFrom('report').selectAll().where('report_id', 'is not', null).orderBy('sequence').execute();

it('leaves each room in the last status of its recording, for all 83', async () => {
  const began = Date.now() - hour;
  const recordings = loadRecordings().map((recording, index) => ({
    ...recording,
    stream: `83000000-0005-8000-8000-${String(index).padStart(12, '0')}`,
  }));
  const unheard = {
    room_status: -1,
    last_notification: null,
    last_notification_sent: null,
    revision: 0,
    reported_at: null,
    // Each change counts at once here, however short.
    rules: JSON.stringify({ holdOff: { out_of_bed: 0, not_in_bed: 0 } }),
  };
  await app.database.query
    .insertInto('stream')
    .values(
      recordings.map(({ stream, name }) => ({
        ...unheard,
        uuid: stream,
        ward_uuid: showcaseWard.uuid,
        display_name: name,
        type: 'bed-sensor' as const,
        status: 'ACTIVE' as const,
      })),
    )
    .execute();

  const sent = recordings.flatMap((recording) =>
    sightingsOf(recording, began).map(({ at, ...rest }, index) => ({
      ...rest,
      id: `${recording.name}-${index}`,
      stream: recording.stream,
      at: new Date(at).toISOString(),
    })),
  );
  // As they came, and not an hour later: what is told late does not change a card.
  const late = 5 * 60_000;
  for (let from = began; from < began + hour; from += late) {
    clock = from + late;
    const now = sent.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < from + late);
    if (now.length > 0) await sendReports(options(0), now, new AbortController().signal);
  }

  const states = new Map((await rooms()).map((room) => [room.uuid, room]));
  for (const { stream, name, changes } of recordings) {
    const last = changes.at(-1);
    const notified = changes.findLast(({ status }) => status !== 5);
    expect(states.get(stream), name).toMatchObject({
      room_status: last?.status,
      reported_at: began + (last?.at ?? 0),
      last_notification: notified?.status,
      last_notification_sent: began + (notified?.at ?? 0),
      revision: changes.length,
    });
  }
});

it('fills every monitored room with a past at once, and a second start sets the board right again', async () => {
  for (const seed of [1, 2]) {
    // As the last run left it: some devices were not heard, some statuses had not lasted yet.
    await app.database.query
      .updateTable('stream')
      .set({ status_before_silence: 3, pending_status: 3, pending_at: 1, pending_notification: 1, pending_due_at: 2 })
      .where('status', '=', 'ACTIVE')
      .execute();
    const demo = startDemo(options(seed));
    await demo.filled;
    await demo.stop();
    const board = await rooms();
    for (const { status, revision, display_name } of board)
      expect(revision > 0, display_name).toBe(status === 'ACTIVE');
    expect(board.filter((room) => room.status === 'ACTIVE' && room.last_notification === null)).toHaveLength(1);
    const asleep = demoHome.rooms.filter(({ present }) => present === 'in-bed').map(({ uuid }) => uuid);
    for (const room of board) if (asleep.includes(room.uuid)) expect(room.room_status, room.display_name).toBe(5);
  }
});

it('loses and doubles nothing when calls, answers and the server itself go missing', async () => {
  const front = await startFront([
    'answer',
    'lose the answer',
    'lose the call',
    'unavailable',
    'answer',
    'lose the answer',
    'answer',
  ]);
  const demo = startDemo({ ...options(3), apiBaseUrl: `${front.url}/api`, speed: 600 });
  await front.done;
  await demo.stop();
  await front.close();

  const numbers = (await reports()).map(({ report_id }) => Number(report_id?.split('-').at(-1)));
  expect(numbers).toEqual(Array.from(numbers, (_, index) => index));
  expect(numbers.length).toBeGreaterThan(demoHome.rooms.length * 2);
});

it('calls at most a few times a second, however fast it runs', async () => {
  const front = await startFront(['answer', 'answer', 'answer', 'answer']);
  const demo = startDemo({ ...options(4), apiBaseUrl: `${front.url}/api`, speed: 3_600 });
  await front.done;
  await demo.stop();
  await front.close();

  const pauses = front.arrivals.map((at, index) => at - (front.arrivals[index - 1] ?? -Infinity));
  expect(Math.min(...pauses)).toBeGreaterThan(350);
});

it('stops at once while the server is away', async () => {
  const warned = Promise.withResolvers<string>();
  const demo = startDemo({
    ...options(5),
    apiBaseUrl: 'http://127.0.0.1:9/api',
    log: { info: () => undefined, warn: warned.resolve },
  });
  expect(await warned.promise).toContain('trying on');
  await demo.stop();
  await demo.filled;
});

type Fate = 'answer' | 'lose the answer' | 'lose the call' | 'unavailable';

/** Stands between demo and app, and does to one call after the other what networks do. */
async function startFront(fates: Fate[]) {
  const done = Promise.withResolvers<void>();
  const arrivals: number[] = [];

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isReports = request.url?.endsWith('/reports') === true;
    if (isReports) arrivals.push(performance.now());
    const fate = (isReports ? fates.shift() : undefined) ?? 'answer';
    const body = await buffer(request);
    if (fate === 'lose the call') return void response.destroy();
    if (fate === 'unavailable') return void response.writeHead(503).end('{}');
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(app.url + (request.url ?? ''), { method: 'POST', headers, body });
    const text = await answer.text();
    if (fate === 'lose the answer') return void response.destroy();
    response.writeHead(answer.status).end(text);
    if (fates.length === 0) done.resolve();
  }

  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the front has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrivals,
    done: done.promise,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('every monitored room is heard, and remembers what it showed while its devices were gone', async () => {
  const room = demoHome.rooms.find(({ present }) => present === 'vacant')?.uuid ?? '';
  await app.database.query
    .updateTable('stream')
    .set({ room_status: 12, status_before_silence: 0, seen_at: 0 })
    .where('uuid', '=', room)
    .execute();
  await app.database.query.updateTable('stream').set({ seen_at: 0 }).execute();
  const stopping = new AbortController();
  const beating = sendHeartbeats({ ...options(0), streams: demoHome.rooms.map(({ uuid }) => uuid) }, stopping.signal);
  await vi.waitFor(async () => {
    for (const { seen_at, display_name } of await rooms()) expect(seen_at, display_name).toBeGreaterThan(0);
  });
  stopping.abort();
  await beating;
  expect((await rooms()).find(({ uuid }) => uuid === room)).toMatchObject({
    room_status: 0,
    status_before_silence: null,
  });
});
