/** How much disk a report takes with all its indexes. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startPostgres } from '../../../scripts/services/postgres.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import type { Figure } from '../measure/figures.ts';
import { type BenchHome, seedHome, roomsPerWard } from '../subjects/bench-home.ts';

export const aboutStorage =
  'Reports of 1 015 rooms in the order of time, each with a uuid of its device as id. What is told is the growth of the file (SQLite) or of the table with its indexes (PostgreSQL), divided by their number.';

const wards = 29;
const rowsAtOnce = 500;

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
  const home = await seedHome(database, wards);
  const before = await sizeNow();
  await fill(database, home, rows);
  const each = ((await sizeNow()) - before) / rows;
  await database.close();
  return [figure('SQLite', 'a report with its indexes', each)];
}

async function onPostgres(folder: string, rows: number): Promise<Figure[]> {
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings: ['max_wal_size=1GB'] });
  try {
    const database = await openPostgresDatabase({ url: postgres.url(), poolSize: 1 });
    await database.migrate();
    await fill(database, await seedHome(database, wards), rows);
    const { rows: sizes } = await sql<{ total: string; bare: string }>`
      select pg_total_relation_size('report') as total, pg_relation_size('report') as bare`.execute(database.query);
    await database.close();
    const [total, bare] = [Number(sizes[0]?.total), Number(sizes[0]?.bare)];
    return [
      figure('PostgreSQL', 'a report with its indexes', total / rows),
      figure('PostgreSQL', 'a report without indexes', bare / rows),
    ];
  } finally {
    await postgres.stop();
  }
}

async function fill({ query }: Database, { rooms }: BenchHome, count: number): Promise<void> {
  const key = randomUUID();
  const begins = Date.parse('2026-01-01T00:00:00Z');
  for (let start = 0; start < count; start += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - start) }, (_none, index) => {
      const number = start + index;
      // Rooms take turns that do not come back in the same order.
      const room = rooms[(number * 7_919) % rooms.length];
      return {
        stream_uuid: room?.uuid ?? '',
        report_id: randomUUID(),
        status: number % 20,
        notification: 1,
        at: begins + number * 400,
        received_at: begins + number * 400 + 90,
        revision: Math.floor(number / rooms.length) + 1,
        device_key_id: key,
        effect: 'card' as const,
      };
    });
    await query.insertInto('report').values(rows).execute();
  }
}

function figure(subject: string, way: string, value: number): Figure {
  return { subject, way, measure: `disk, ${roomsPerWard * wards} rooms`, value, unit: 'bytes' };
}
