import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/services/ports.ts';
import type { AppDependencies } from '../../../src/server/app/app-dependencies.ts';
import { openDatabase } from '../../../src/server/app/adapters.ts';
import { type Config, readConfig } from '../../../src/server/app/config.ts';
import { type StartOptions, startServer } from '../../../src/server/app/start/start-server.ts';
import { demoAccounts } from '../../../src/server/demo/demo-accounts.ts';
import { readDemoHome } from '../../../src/server/demo/demo-home.ts';
import { createDeviceKey } from '../../../src/server/devices/keys/device-keys.ts';
import { makeTestSchema, type TestSchema } from '../database/test-schema.ts';
import { addCheapAccount } from '../identity/cheap-account.ts';

export interface TestAppOptions {
  /** Replaces the verification of access tokens. */
  readonly authenticator?: AppDependencies['authenticator'];
  /** Returns epoch milliseconds. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  /** When the server counts as started, for work that it does only some time after its start. Default: now. */
  readonly startedAt?: number;
  /** Replaces the lifetimes of tokens and sessions. */
  readonly lifetimes?: StartOptions['lifetimes'];
  /** Additional environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The arguments of the server. Default: `['--demo']`; `['--no-demo']` starts with an empty home. */
  readonly args?: readonly string[];
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

const builtSite = join(import.meta.dirname, '../../../dist/web');

/** Starts the real server in this process, with its own port and database and the demo home. */
export async function startTestApp(options: TestAppOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-test-'));
  const schema = await makeTestSchema();
  const settings: Readonly<Record<string, string>> = { DATA_DIR: folder, ...sharedSettings(schema) };
  const { server, url, port } = await startOnFreePort(options, settings);
  // Tests run no demo devices. Without `seen_at` no demo room becomes offline during a test.
  await server.database.query.updateTable('stream').set({ seen_at: null }).execute();
  const { key } = await createDeviceKey(server.database, {
    name: 'test gateway',
    scope: { kind: 'everything' },
    now: (options.now ?? Date.now)(),
  });
  return {
    /** The origin of the server, such as `http://localhost:43211`; the API is at `<url>/api`. */
    url,
    port,
    server,
    database: server.database,
    dataFolder: folder,
    /** The environment variables with which another process uses the same data. */
    settings,
    /** A device key that can report for every stream. */
    deviceKey: key,
    /** The demo home, as the database contains it. */
    home: readDemoHome(),
    /**
     * Sends one report for a stream over HTTP, as a device does. Each report has its own connection, because on a slow
     * machine the server can close an idle connection at the moment in which it is used again.
     */
    report: (stream: string, status: number | string, more: Record<string, unknown> = {}) =>
      fetch(`http://localhost:${port}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ stream, status, ...more }),
      }),
    close: async () => {
      // Connections that a test left open would delay the close.
      setTimeout(() => server.fastify.server.closeAllConnections(), 1_000).unref();
      await server.close();
      await schema?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the settings for the PostgreSQL and NATS of the test run, if it has them. */
function sharedSettings(schema: TestSchema | undefined): Readonly<Record<string, string>> {
  if (schema === undefined) return {};
  return { DATABASE_URL: schema.url, NATS_URL: process.env['TEST_NATS_URL'] ?? '' };
}

/** Starts the server on a free port. Tries another port if a process takes the first one meanwhile. */
async function startOnFreePort(options: TestAppOptions, place: Readonly<Record<string, string>>, attempt = 1) {
  const port = await freePort();
  const settings = { PORT: String(port), LOG_LEVEL: 'silent', ...place, ...options.settings };
  const config = readConfig(settings, options.args ?? ['--demo']);
  if (config.isDemo) await addDemoAccounts(config);
  const { now = Date.now, authenticator, heartbeatMs, lifetimes, startedAt } = options;
  const site = existsSync(join(builtSite, 'index.html')) ? builtSite : undefined;
  try {
    const server = await startServer({
      config,
      now,
      progress: () => undefined,
      lifetimes,
      overrides: {
        webFolder: site,
        ...(authenticator !== undefined && { authenticator }),
        ...(heartbeatMs !== undefined && { heartbeatMs }),
        ...(startedAt !== undefined && { startedAt }),
      },
    });
    return { server, url: config.publicUrl, port };
  } catch (error) {
    if (attempt < 3 && error instanceof Error && error.message.includes('already in use')) {
      return startOnFreePort(options, place, attempt + 1);
    }
    throw error;
  }
}

/** Adds the demo accounts before the server does, which then keeps them. */
async function addDemoAccounts(config: Config): Promise<void> {
  const database = await openDatabase(config, { onWait: () => undefined, onMigration: () => undefined });
  for (const account of demoAccounts) await addCheapAccount(database, account);
  await database.close();
}
