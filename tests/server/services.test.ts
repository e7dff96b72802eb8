/** The services that other tests use keep their port and data over a restart. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';
import { startMosquitto } from '../../scripts/services/mosquitto.ts';
import { startNats } from '../../scripts/services/nats.ts';
import { isListening } from '../../scripts/services/ports.ts';
import { startPostgres } from '../../scripts/services/postgres.ts';

let folder = '';

beforeAll(async () => {
  await ensureServices(['postgres', 'nats', 'mosquitto']);
  folder = await mkdtemp(join(tmpdir(), 'room-status-services-'));
  await chmod(folder, 0o755);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a PostgreSQL that was killed and restarted has all committed rows', async () => {
  const postgres = await startPostgres({ folder: join(folder, 'postgres') });
  try {
    await query(postgres.url(), 'create table kept (value text)');
    await query(postgres.url(), "insert into kept values ('here')");
    await postgres.kill();
    expect(postgres.pid()).toBeUndefined();
    await postgres.start();
    expect(await query(postgres.url(), 'select value from kept')).toEqual([{ value: 'here' }]);
    expect(await query(postgres.url(), 'show fsync')).toEqual([{ fsync: 'on' }]);
  } finally {
    await postgres.stop();
  }
  expect(await isListening(postgres.port)).toBe(false);
});

test('NATS and Mosquitto stop, and restart on the same port', async () => {
  for (const start of [startNats, startMosquitto]) {
    const service = await start({ folder });
    try {
      await service.stop();
      expect(await isListening(service.port)).toBe(false);
      await service.start();
      expect(await isListening(service.port)).toBe(true);
    } finally {
      await service.stop();
    }
  }
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows }: { rows: unknown[] } = await client.query(text);
    return rows;
  } finally {
    await client.end();
  }
}
