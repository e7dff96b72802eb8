/** A server whose path to PostgreSQL can be blocked. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readDemoHome } from '../../src/server/demo/demo-home.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';
import { readEvents } from '../support/event-reader.ts';
import { createTestUsers } from '../support/identity/test-users.ts';
import { everything } from '../support/homes/small-home.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let postgres: OwnPostgres;
let path: TcpProxy;
let app: TestApp;

const people = createTestUsers(Date.now);
const token = people.token([everything], { expiresAt: Number.MAX_SAFE_INTEGER });
const [room] = readDemoHome().rooms;
const maxLiveMs = 5_000;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  path = await startTcpProxy(() => postgres.port);
  const url = new URL(postgres.url());
  url.host = `localhost:${path.port}`;
  app = await startTestApp({ settings: { DATABASE_URL: url.href }, authenticator: people });
}, 120_000);

afterAll(async () => {
  await app.close();
  await path.close();
  await postgres.close();
}, 60_000);

const connect = () => readEvents(app.url, room?.wardUUID ?? '', token);

test.each(['silence', 'cut'] as const)(
  'without an answer of PostgreSQL (%s) boards are cut off within seconds, and live again when it answers',
  async (fault) => {
    const reader = await connect();
    const startedAt = performance.now();
    path[fault]();
    await expect(reader.ended).rejects.toThrow('terminated');
    expect(performance.now() - startedAt).toBeLessThan(maxLiveMs);
    await expect(connect()).rejects.toThrow('503');
    const refused = await app.report(room?.uuid ?? '', 'man_down');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    path.mend();
    const again = await vi.waitFor(connect, { timeout: 10_000, interval: 100 });
    again.close();
  },
);
