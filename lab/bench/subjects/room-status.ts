/** The real server process, on either of its databases, with a home to be measured. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { startNats } from '../../../scripts/services/nats.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import { startPostgres } from '../../../scripts/services/postgres.ts';
import type { Service } from '../../../scripts/services/service.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { type BenchHome, seedHome } from './bench-home.ts';

export type SubjectKind = 'sqlite' | 'postgres';
export const subjectNames = { sqlite: 'Room Status, SQLite', postgres: 'Room Status, PostgreSQL + NATS' } as const;

export interface BenchServer {
  readonly kind: SubjectKind;
  readonly name: string;
  /** Origin. */
  readonly url: string;
  readonly port: number;
  readonly mqttPort: number;
  /** Of the server process. */
  readonly pid: number;
  /** With its address; undefined: SQLite. */
  readonly postgres: { readonly pid: number; readonly url: string } | undefined;
  readonly natsPid: number | undefined;
  readonly home: BenchHome;
  close(): Promise<void>;
}

interface Ground {
  readonly settings: Readonly<Record<string, string>>;
  readonly open: () => Promise<Database>;
  readonly services: readonly Service[];
  readonly postgres: BenchServer['postgres'];
  readonly natsPid: number | undefined;
}

export async function startBenchServer(kind: SubjectKind, wards: number): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-bench-'));
  await chmod(folder, 0o711);
  const ground = await (kind === 'sqlite' ? onSqlite(folder) : onPostgres(folder));
  const beforehand = await ground.open();
  await beforehand.migrate();
  const home = await seedHome(beforehand, wards);
  await beforehand.close();
  const [port, mqttPort] = [await freePort(), await freePort()];
  const app = createAppProcess({
    name: 'server',
    port,
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { MQTT_PORT: String(mqttPort), LOG_LEVEL: 'error', ...ground.settings },
  });
  await app.start();
  return {
    kind,
    name: subjectNames[kind],
    url: `http://localhost:${port}`,
    port,
    mqttPort,
    pid: pidOf(app),
    postgres: ground.postgres,
    natsPid: ground.natsPid,
    home,
    close: async () => {
      await app.stop();
      for (const service of ground.services) await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function pidOf(service: Service): number {
  const pid = service.pid();
  if (pid === undefined) throw new Error(`${service.name} does not run`);
  return pid;
}

async function onSqlite(folder: string): Promise<Ground> {
  const data = join(folder, 'data');
  return {
    settings: { DATA_DIR: data },
    open: () => openSqliteDatabase({ file: join(data, 'room-status.sqlite') }),
    services: [],
    postgres: undefined,
    natsPid: undefined,
  };
}

async function onPostgres(folder: string): Promise<Ground> {
  const settings = ['shared_buffers=256MB', 'max_wal_size=2GB'];
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings });
  const nats = await startNats({ folder });
  const url = postgres.url();
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: url, NATS_URL: nats.url },
    open: () => openPostgresDatabase({ url, poolSize: 2 }),
    services: [nats, postgres],
    postgres: { pid: pidOf(postgres), url },
    natsPid: pidOf(nats),
  };
}
