import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { createSignInRecorder } from './external-sign-ins.ts';

const hour = 3_600_000;

let database: Database;
let time: number;
beforeEach(async () => {
  time = Date.now();
  database = await openTestDatabase();
});
afterEach(() => database.close());

const log = { warn: vi.fn<(details: object, message: string) => void>() };
const create = () => createSignInRecorder({ database, now: () => time, log });
const request = { clientAddress: '192.0.2.7' };

function caller(subject: string, sessionId: string | undefined, tokenId = 'token') {
  const user = { subject, displayName: `Name of ${subject}`, rights: [], roles: [], scopes: [] };
  return { user, groups: [], tokenId, sessionId, expiresAt: time + hour };
}

const events = async () => {
  const rows = await database.query.selectFrom('audit_event').selectAll().orderBy('sequence').execute();
  return rows.map(({ action, actor_name: name, object_id: session, address }) => [action, name, session, address]);
};

test('the first token of a session at an external provider is recorded as a sign-in, and its renewals are not, also after a restart', async () => {
  const record = create();
  await Promise.all([record(caller('nora', 's1'), request), record(caller('nora', 's1', 'other'), request)]);
  time += 24 * hour;
  await record(caller('nora', 's1', 'renewed'), request);
  await create()(caller('nora', 's1', 'renewed again'), request);
  expect(await events()).toEqual([['sign-in', 'Name of nora', 's1', '192.0.2.7']]);
  await record(caller('nora', 's2'), request);
  await record(caller('berta', 's1'), request);
  expect(await events()).toHaveLength(3);
});

test('without session ids a user of an external provider is recorded once in twelve hours, also after a restart', async () => {
  const record = create();
  await record(caller('nora', undefined), request);
  time += 12 * hour - 1;
  await record(caller('nora', undefined), request);
  await create()(caller('nora', undefined), request);
  expect(await events()).toHaveLength(1);
  time += 1;
  await record(caller('nora', undefined), request);
  expect(await events()).toHaveLength(2);
});

test('a call succeeds when its external sign-in cannot be recorded, and the next call records it', async () => {
  const record = create();
  const broken = vi.spyOn(database.query, 'transaction').mockImplementation(() => {
    throw new Error('the database is down');
  });
  await record(caller('nora', 's1'), request);
  await record(caller('nora', 's1'), request);
  expect(log.warn).toHaveBeenCalledOnce();
  broken.mockRestore();
  await record(caller('nora', 's1'), request);
  expect(await events()).toHaveLength(1);
});
