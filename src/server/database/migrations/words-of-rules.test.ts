import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { alertRulesOfStream, ingestRulesOfStream } from '../../../contract/rules/ingest-rules.ts';
import { PlaceRulesJson } from '../../../contract/rules/place-rules.ts';

const oldRules = '{"alerts":{"soeb":false},"holdOff":{"out_of_bed":5},"repeatWithin":30,"silentAfter":null}';

test('the rules of a home and its report log mean the same after an update to the words debounce, dedupe and offline', async () => {
  const database = await openSmallHome();
  const { query, kind } = database;
  await query
    .updateTable('location')
    .set({ own_rules: `{"types":{"camera":${oldRules}}}` })
    .execute();
  await query.updateTable('ward').set({ own_rules: oldRules }).execute();
  await query.updateTable('stream').set({ own_rules: oldRules, rules: oldRules }).execute();
  const oldReports = [
    ['key', 'card'],
    ['key', 'held'],
    ['hold-off', 'card'],
    ['watchdog', 'away'],
    ['key', 'repeat'],
    ['key', 'history'],
  ].map(([sender, effect]) => sql`(${small.streamA1x1}, 3, 1, 1, 1, 1, ${sender}, ${effect})`);
  await sql`insert into report (stream_uuid, status, notification, at, received_at, revision, device_key_id, effect)
    values ${sql.join(oldReports)}`.execute(query);

  const migration = readFileSync(join(import.meta.dirname, `030-words-of-rules.${kind}.sql`), 'utf8');
  for (const statement of migration.split(/;$/m).slice(0, -1)) await sql.raw(statement).execute(query);

  const newRules = {
    alerts: { soeb: false },
    debounceSeconds: { out_of_bed: 5 },
    dedupeWindowSeconds: 30,
    offlineAfterSeconds: null,
  };
  const location = await query.selectFrom('location').select('own_rules').executeTakeFirstOrThrow();
  expect(PlaceRulesJson.parse(JSON.parse(location.own_rules ?? ''))).toEqual({ types: { camera: newRules } });
  const ward = await query.selectFrom('ward').select('own_rules').executeTakeFirstOrThrow();
  expect(PlaceRulesJson.parse(JSON.parse(ward.own_rules ?? ''))).toEqual(newRules);
  const room = await query.selectFrom('stream').select(['own_rules', 'rules']).executeTakeFirstOrThrow();
  expect(room.own_rules).toBe(room.rules);
  expect(alertRulesOfStream(room.rules)).toEqual({ soeb: null });
  expect(ingestRulesOfStream('camera', room.rules)).toMatchObject({
    debounceMs: { out_of_bed: 5_000 },
    dedupeWindowMs: 30_000,
    offlineAfterMs: null,
  });
  const log = await query.selectFrom('report').select(['device_key_id', 'effect']).orderBy('sequence').execute();
  expect(log.map(({ device_key_id, effect }) => `${device_key_id} ${effect}`)).toEqual([
    'key applied',
    'key debouncing',
    'debounce applied',
    'watchdog unreachable',
    'key duplicate',
    'key late',
  ]);
  await database.close();
});
