import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../database.ts';
import { checkData } from './check-data.ts';
import { countPrunable, prune } from './prune.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterEach(() => database.close());

/** As the receiver leaves it: the last row that changed the card agrees with the stream. */
async function log(stream: string, revision: number, receivedAt: number, effect: 'card' | 'history' = 'card') {
  const row = { stream_uuid: stream, report_id: null, status: 3, notification: 1, at: receivedAt, effect };
  await database.query
    .insertInto('report')
    .values({ ...row, received_at: receivedAt, revision, device_key_id: 'x' })
    .execute();
  await database.query.updateTable('stream').set({ revision, room_status: 3 }).where('uuid', '=', stream).execute();
}
const revisions = async () => {
  const rows = await database.query.selectFrom('report').select(['revision', 'effect']).orderBy('sequence').execute();
  return rows.map(({ revision, effect }) => `${revision} ${effect}`);
};
const wrong = async () =>
  (await checkData(database, false))
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ what, detail }) => `${what}: ${detail}`);

test('only what is old goes, and of a room that has long been quiet what it shows stays', async () => {
  await log(small.streamA1x1, 1, 10);
  await log(small.streamA1x1, 2, 20);
  await log(small.streamA1x1, 2, 30, 'history');
  await log(small.streamA1x2, 1, 10);
  await log(small.streamA1x2, 2, 200);
  const options = { before: 100, now: 1_000 };
  expect(await countPrunable(database, options)).toEqual({ reports: 3, records: 0, tokens: 0 });
  expect(await prune(database, options, () => undefined)).toEqual({ reports: 3, records: 0, tokens: 0 });
  expect(await revisions()).toEqual(['2 card', '2 card']);
  expect(await wrong()).toEqual([]);
});

test('more reports than one step takes go all the same, and progress is told', async () => {
  for (let revision = 1; revision <= 1_100; revision += 1) {
    // More of one moment than fit into a step.
    await log(small.streamA1x1, revision, Math.floor(revision / 700));
  }
  const told: number[] = [];
  await prune(database, { before: 1_101, now: 2_000 }, (reports) => told.push(reports));
  expect(told).toEqual([500, 1_000, 1_099]);
  expect(await revisions()).toEqual(['1100 card']);
});

test('sessions and tokens that have ended go too', async () => {
  const tokens = [5, 5_000].map((expires_at) => ({ token_id: `token ${expires_at}`, expires_at }));
  await database.query.insertInto('revoked_token').values(tokens).execute();
  const records = [5, 5_000, null].map((expires_at) => ({
    model: 'Session',
    id: `session ${expires_at}`,
    payload: '{}',
    grant_id: null,
    uid: null,
    user_code: null,
    consumed_at: null,
    expires_at,
  }));
  await database.query.insertInto('identity_record').values(records).execute();
  expect(await prune(database, { before: 0, now: 1_000 }, () => undefined)).toMatchObject({ records: 1, tokens: 1 });
});

test('a room that shows something else than the log says is found', async () => {
  await log(small.streamA1x1, 1, 10);
  expect(await wrong()).toEqual([]);
  await database.query.updateTable('stream').set({ revision: 2 }).where('uuid', '=', small.streamA1x1).execute();
  expect(await wrong()).toEqual([expect.stringContaining(`${small.streamA1x1} (revision 2, in the log 1)`)]);
  await database.query
    .updateTable('stream')
    .set({ revision: 1, room_status: 1 })
    .where('uuid', '=', small.streamA1x1)
    .execute();
  expect(await wrong()).toEqual([expect.stringMatching(/^states: 1 rooms/)]);
  await database.query.deleteFrom('report').execute();
  expect(await wrong()).toEqual([expect.stringContaining('in the log none')]);
  expect((await checkData(database, true)).at(-1)).toMatchObject({ what: 'states', verdict: 'notice' });
});
