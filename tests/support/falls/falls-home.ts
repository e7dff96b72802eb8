/** A real server with many rooms of one ward, which can be restarted, and its clock. */
import * as z from 'zod/mini';
import { endpoints } from '../../../src/contract/endpoints.ts';
import type { Database } from '../../../src/server/database/database.ts';
import type { ListedAlert } from '../../../src/server/rooms/alerts/alert-queries.ts';
import type { Incoming } from '../../../src/domain/ingest/incoming.ts';
import { createWatchdog, type Watchdog } from '../../../src/server/rooms/watchdog/watchdog.ts';
import { type SmallApp, startSmallApp } from '../app/start-small-app.ts';
import { small } from '../homes/small-home.ts';

const device = { keyId: 'broker', scope: { kind: 'everything' } } as const;

export type FallsHome = Awaited<ReturnType<typeof startFallsHome>>;

/** `rooms`: the uuids of the streams. They have no offline time, so silence ends nothing. */
export async function startFallsHome(database: Database, rooms: readonly string[]) {
  for (const table of ['alert_event', 'pause_event', 'observation', 'report', 'stream'] as const) {
    await database.query.deleteFrom(table).execute();
  }
  const row = { ward_uuid: small.wardA1x, type: 'camera', status: 'ACTIVE', room_status: -1, revision: 0 } as const;
  const rules = '{"silentAfter":null}';
  await database.query
    .insertInto('stream')
    .values(rooms.map((uuid) => ({ ...row, uuid, display_name: uuid, rules })))
    .execute();
  let [wall, steady] = [Date.UTC(2026, 2, 1, 2), 0];
  let app: SmallApp;
  let watchdog: Watchdog;

  async function start(): Promise<void> {
    app = await startSmallApp({ database, now: () => wall, ratePerSecond: 1_000_000 });
    const clocks = { now: () => wall, monotonic: () => steady };
    watchdog = createWatchdog({ database, receive: app.receiver.receive, ...clocks, log: { warn: () => undefined } });
  }

  function call(path: string, body: object): Promise<Response> {
    return fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  await start();
  return {
    now: () => wall,
    /** Milliseconds of a clock that nobody sets. */
    elapsed: () => steady,
    /** Time passes, and the watchdog does what is due. */
    pass: async (ms: number): Promise<void> => {
      [wall, steady] = [wall + ms, steady + ms];
      await watchdog.check();
    },
    setClock: async (ms: number): Promise<void> => {
      wall += ms;
      await watchdog.check();
    },
    restart: async (): Promise<void> => {
      await app.close();
      await start();
    },
    /** Sends reports as one call of a device. */
    report: async (reports: readonly object[]): Promise<void> => {
      if (reports.length === 0) return;
      const { status } = await app.report(reports);
      if (status !== 200) throw new Error(`the reports were answered ${status}`);
    },
    /** Messages that a broker delivers. */
    receive: (items: readonly Incoming[]) => app.receiver.receive(items, device),
    /** Whether the answer was accepted. False: the alert is not as its sender saw it. */
    answer: async (alert: string, kind: string, body: object): Promise<boolean> => {
      const { status } = await call(`/alerts/${alert}/${kind}`, body);
      if (status !== 200 && status !== 409) throw new Error(`the answer was answered ${status}`);
      return status === 200;
    },
    pause: (room: string) => call(`/streams/${room}/pause`, { minutes: 60 }),
    resume: (room: string) => call(`/streams/${room}/resume`, {}),
    /** The alerts that staff see, by room. */
    alerts: async (): Promise<ReadonlyMap<string, readonly ListedAlert[]>> => {
      const response = await app.get(`/alerts?locationUUID=${small.wardA1x}`);
      const { items } = z.parse(endpoints.listAlerts.response, await response.json());
      return Map.groupBy(items, ({ streamUUID }) => streamUUID);
    },
    close: () => app.close(),
  };
}
