/** The disk space of a stored report with all its indexes. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startPostgres } from '../../../scripts/services/postgres.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { type LabHome, seedHome } from '../../shared/home.ts';
import { roomsPerWard, wardsOf } from '../bench-server.ts';
import { type Figure, figuresOf } from '../measure/figures.ts';

export const aboutStorage =
  'Reports of 1 015 rooms in the order of time, each with a uuid as id. The figure is the growth of the file (SQLite) or of the table with its indexes (PostgreSQL), divided by the number of reports.';

const wardCount = 29;
const rowsPerInsert = 500;
const measure = `disk, ${roomsPerWard * wardCount} rooms`;

export async function measureStorage(rows: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-storage-'));
  await chmod(folder, 0o711);
  try {
    return [...(await onSqlite(folder, rows)), ...(await onPostgres(folder, rows))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onSqlite(folder: string, rows: number): Promise<Figure[]> {
  const file = join(folder, 'room-status.sqlite');
  const database = await openSqliteDatabase({ file });
  const sizeNow = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(database.query);
    return (await stat(file)).size;
  };
  await database.migrate();
  const home = await seedHome(database, wardsOf(wardCount));
  const before = await sizeNow();
  await insertReports(database, home, rows);
  const each = ((await sizeNow()) - before) / rows;
  await database.close();
  return [figuresOf('SQLite', 'a report with its indexes')(measure, each, 'bytes')];
}

async function onPostgres(folder: string, rows: number): Promise<Figure[]> {
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: ['max_wal_size=1GB'] });
  try {
    const database = await openPostgresDatabase({ url: postgres.url(), poolSize: 1 });
    await database.migrate();
    await insertReports(database, await seedHome(database, wardsOf(wardCount)), rows);
    const { rows: sizes } = await sql<{ total: string; bare: string }>`
      select pg_total_relation_size('report') as total, pg_relation_size('report') as bare`.execute(database.query);
    await database.close();
    const [total, bare] = [Number(sizes[0]?.total), Number(sizes[0]?.bare)];
    return [
      figuresOf('PostgreSQL', 'a report with its indexes')(measure, total / rows, 'bytes'),
      figuresOf('PostgreSQL', 'a report without indexes')(measure, bare / rows, 'bytes'),
    ];
  } finally {
    await postgres.stop();
  }
}

async function insertReports({ query }: Database, { rooms }: LabHome, count: number): Promise<void> {
  const key = randomUUID();
  const start = Date.parse('2026-01-01T00:00:00Z');
  for (let first = 0; first < count; first += rowsPerInsert) {
    const rows = Array.from({ length: Math.min(rowsPerInsert, count - first) }, (_none, index) => {
      const number = first + index;
      // A prime step: the rooms do not report in the order in which they were created.
      const room = rooms[(number * 7_919) % rooms.length];
      return {
        stream_uuid: room?.uuid ?? '',
        report_id: randomUUID(),
        status: number % 20,
        notification: 1,
        at: start + number * 400,
        received_at: start + number * 400 + 90,
        revision: Math.floor(number / rooms.length) + 1,
        device_key_id: key,
        effect: 'card' as const,
      };
    });
    await query.insertInto('report').values(rows).execute();
  }
}
