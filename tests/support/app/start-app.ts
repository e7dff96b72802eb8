/** The real app, on a port and a data folder of its own: the demo home without its residents' movements. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/services/ports.ts';
import type { AppDependencies } from '../../../src/server/app/app.ts';
import { readConfig } from '../../../src/server/app/config.ts';
import { type RunningServer, type StartOptions, startServer } from '../../../src/server/app/start/start-server.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { type DemoHome, readDemoHome } from '../../../src/server/demo/demo-home.ts';
import { createDeviceKey } from '../../../src/server/intake/device-keys/device-keys.ts';
import { makeTestSchema, type TestSchema } from '../database/test-database.ts';

export interface TestAppOptions {
  /** Who a token belongs to, instead of the embedded provider's tokens. */
  readonly authenticate?: AppDependencies['authenticate'];
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  /** Of the tokens, instead of the usual ones. */
  readonly lifetimes?: StartOptions['lifetimes'];
  /** Instead of the built web app, if there is one. */
  readonly webFolder?: string;
  /** Environment variables as an operator sets them. */
  readonly settings?: Readonly<Record<string, string>>;
  /** By default the demo home is furnished; `['--no-demo']` starts empty. */
  readonly args?: readonly string[];
}

export interface TestApp {
  /** Origin, such as `http://localhost:43211`; the API is at `<url>/api`. */
  readonly url: string;
  readonly port: number;
  readonly database: Database;
  readonly dataFolder: string;
  /** Lead another process to the same data. */
  readonly settings: Readonly<Record<string, string>>;
  /** May report for every stream. */
  readonly deviceKey: string;
  /** What is in the database. */
  readonly home: DemoHome;
  readonly server: RunningServer;
  close(): Promise<void>;
}

const builtSite = join(import.meta.dirname, '../../../dist/web');

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-test-'));
  const schema = await makeTestSchema();
  const settings = { DATA_DIR: folder, ...sharedSettings(schema) };
  const { server, url, port } = await startOnFreePort(options, settings);
  // No device reports here by itself: rooms that nobody has heard yet are not watched for silence.
  await server.database.query.updateTable('stream').set({ seen_at: null }).execute();
  const { key } = await createDeviceKey(server.database, {
    name: 'test gateway',
    scope: { kind: 'everything' },
    now: (options.now ?? Date.now)(),
  });
  return {
    url,
    port,
    server,
    database: server.database,
    dataFolder: folder,
    settings,
    deviceKey: key,
    home: readDemoHome(),
    close: async () => {
      // Connections that a test left open would hold the close up.
      setTimeout(() => server.fastify.server.closeAllConnections(), 1_000).unref();
      await server.close();
      await schema?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** With a PostgreSQL for the tests: that, and the NATS beside it. */
function sharedSettings(schema: TestSchema | undefined): Readonly<Record<string, string>> {
  if (schema === undefined) return {};
  return { DATABASE_URL: schema.url, NATS_URL: process.env['TEST_NATS_URL'] ?? '' };
}

/** Between asking for a free port and using it somebody else may take it: then another one. */
async function startOnFreePort(options: TestAppOptions, place: Readonly<Record<string, string>>, attempt = 1) {
  const port = await freePort();
  const settings = { PORT: String(port), LOG_LEVEL: 'silent', ...place, ...options.settings };
  const config = readConfig(settings, options.args ?? ['--demo']);
  const { now = Date.now, authenticate, heartbeatMs, lifetimes, webFolder } = options;
  const site = webFolder ?? (existsSync(join(builtSite, 'index.html')) ? builtSite : undefined);
  try {
    const server = await startServer({
      config,
      now,
      progress: () => undefined,
      lifetimes,
      overrides: {
        webFolder: site,
        ...(authenticate !== undefined && { authenticate }),
        ...(heartbeatMs !== undefined && { heartbeatMs }),
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
