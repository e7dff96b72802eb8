import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/start-app.ts';
import type { Database } from '../database/database.ts';
import { visitDatabase } from './adapters.ts';
import { runCommand } from './commands.ts';
import { readConfig } from './config.ts';

/** As the operator works: a second process's view of the file, beside the server that owns it. */
let app: TestApp;
let database: Database;

beforeAll(async () => {
  app = await startTestApp();
  const visited = await visitDatabase(readConfig({ DATA_DIR: app.dataFolder }, []));
  if (visited === undefined) throw new Error('the server has no data');
  database = visited;
});

afterAll(async () => {
  await database.close();
  await app.close();
});

const command = (...words: string[]) => runCommand(words, { database, now: Date.now() });

async function report(key: string, stream: string): Promise<number> {
  const answer = await fetch(`${app.url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stream, status: 'in_bed' }),
  });
  return answer.status;
}

test('a key that was made beside the running server reports at once, beneath its scope only, until it is revoked', async () => {
  const [room, other] = [app.home.rooms[0], app.home.rooms.at(-1)];
  if (room === undefined || other === undefined) throw new Error('the demo home has no rooms');
  const made = await command('device-key', 'add', 'gateway', '--scope', `ward:${room.wardUUID}`);
  const key = /rsk_[\w-]+/.exec(made)?.[0] ?? '';
  const id = /Key (\S+)/.exec(made)?.[1] ?? '';
  expect(await report(key, room.uuid)).toBe(200);
  expect(await report(key, other.uuid)).toBe(422);
  expect(await command('device-key', 'list')).toContain(`gateway`);
  await command('device-key', 'revoke', id);
  await vi.waitFor(async () => expect(await report(key, room.uuid)).toBe(401), { timeout: 2_000, interval: 50 });
  expect(await command('device-key', 'list')).not.toContain(id);
});

test('every stream is listed with its uuid, its place and what it last said', async () => {
  const text = await command('streams');
  for (const room of app.home.rooms) expect(text).toContain(room.uuid);
  expect(text).toMatch(/never/);
});

test('words that make no command are answered with what is wrong', async () => {
  await expect(command('device-key', 'add')).rejects.toThrow('NAME');
  await expect(command('device-key', 'add', 'x', '--scope', 'room:1')).rejects.toThrow('--scope');
  await expect(
    command('device-key', 'add', 'x', '--scope', 'ward:00000000-0000-4000-8000-000000000000'),
  ).rejects.toThrow('there is no ward');
  await expect(command('device-key', 'revoke', 'nobody')).rejects.toThrow('nobody');
  await expect(command('reboot')).rejects.toThrow('There is no command "reboot"');
});
