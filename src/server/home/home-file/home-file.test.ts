import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { findWrongAlerts } from '../../maintenance/open-alert-history.ts';
import { pruneDatabase } from '../../maintenance/prune.ts';
import { readCsvHome } from './format/read-csv.ts';
import { readYamlHome } from './format/read-yaml.ts';
import { writeCsvHome } from './format/write-csv.ts';
import { writeYamlHome } from './format/write-yaml.ts';
import { type FileHome, type Home, nodesOfLevel } from './home.ts';
import { compareHomes } from './import/compare-homes.ts';
import type { ChangedHome } from './import/events-of-changes.ts';
import { importHome } from './import/import-home.ts';
import { createAlert } from '../../../domain/alerts/alert.ts';
import { emptyHold } from '../../../domain/alerts/alert-hold.ts';
import { toAlertColumns, parseAlert, parseAlerts } from '../../database/open-alerts.ts';
import { createServerSource } from '../../audit/audit-actors.ts';
import { slugOf } from '../alias.ts';
import { storeChanges } from './import/store-changes.ts';
import { loadHome } from './load-home.ts';
import type { Kysely } from 'kysely';
import { serverKeyIds } from '../../database/own-key-ids.ts';
import type { Schema } from '../../database/schema.ts';
import { maxDebounceMs } from '../../../domain/ingest/ingest-rules.ts';
import { roomStatuses } from '../../../domain/room-status.ts';
import { toCanonicalRules } from './format/home-schema.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const formats = [
  ['YAML', writeYamlHome, readYamlHome],
  ['CSV', writeCsvHome, readCsvHome],
] as const;

async function runImport(file: FileHome, options: { isDryRun?: boolean; removeMissing?: boolean } = {}) {
  return importHome(database, file, { isDryRun: false, removeMissing: true, now: 1_000, ...options });
}
const store = (result: ChangedHome) =>
  database.query
    .transaction()
    .execute((write) => storeChanges({ kind: database.kind, write }, result, createServerSource()));
const effectsOf = async (file: FileHome, options = {}) =>
  (await runImport(file, options)).changes.map(({ effect, node }) => `${effect} ${node.level} ${node.displayName}`);

describe.each(formats)('a home file in %s', (_, write, read) => {
  test('an unchanged export of any home can be imported without any change', async () => {
    await fc.assert(
      fc.asyncProperty(anyHome, async (home) => {
        await runImport([]);
        const result = { changes: compareHomes([], home, new Set()), before: [], after: home };
        await store(result);
        const text = write(await loadHome(database.query));
        expect((await runImport(read(text))).changes).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('an export can be imported into an empty database, with the same uuids, aliases and rules', async () => {
    await fc.assert(
      fc.asyncProperty(anyHome, async (home) => {
        await runImport([]);
        await runImport(read(write(home)));
        const differences = compareHomes(home, await loadHome(database.query), new Set());
        // The import gives new streams and locations without an alias an alias.
        expect(differences.flatMap(({ fields }) => fields.map(({ name, from }) => [name, from]))).toEqual(
          differences.map(() => ['alias', null]),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('an import of a home file into a database with rooms:', () => {
  /** Returns a home file with Ward X of the small home and these rooms. */
  const wardX = (...rooms: readonly string[]) =>
    readYamlHome(`clients: [{ displayName: Anker Care, locations: [{ displayName: Harbour House, wards: [
      { displayName: Ward X, streams: [${rooms.map((room) => `{ displayName: ${room} }`).join(', ')}] }] }] }]`);
  const locations = (...list: readonly string[]) =>
    readYamlHome(`clients: [{ displayName: Anker Care, locations: [{ ${list.join(' }, { ')} }] }]`);
  const importAndKeep = async (file: FileHome) => (await runImport(file, { removeMissing: false })).changes;

  const addEntry = (stream_uuid: string, device_key_id: string) =>
    addReportEntry(database.query, stream_uuid, device_key_id);

  beforeEach(() => seedSmallHome(database));

  test('an import without uuids changes rooms with the same names or aliases and keeps all others', async () => {
    expect(await importAndKeep(wardX('Room 1, type: radar, alias: one'))).toMatchObject([
      {
        effect: 'changed',
        node: { uuid: small.streamA1x1 },
        fields: [{ name: 'alias' }, { name: 'type', to: 'radar' }],
      },
    ]);
    expect(await importAndKeep(wardX('Room One, alias: ONE'))).toMatchObject([
      { effect: 'changed', node: { uuid: small.streamA1x1 }, fields: [{ name: 'displayName' }, { name: 'alias' }] },
    ]);
    expect(nodesOfLevel(await loadHome(database.query), 'stream')).toHaveLength(6);
  });

  test('an imported room gets an unused alias from its name, has no status and has never sent anything', async () => {
    await importAndKeep(wardX('Room 1, alias: room-9', 'Room 9'));
    const row = database.query.selectFrom('stream').selectAll().where('display_name', '=', 'Room 9');
    const state = {
      room_status: -1,
      revision: 0,
      seen_at: null,
      watched_since: null,
      status: 'ACTIVE',
      type: 'camera',
    };
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({ alias: 'room-9-2', ...state });
  });

  test('a dry run reports the changes of an import and stores nothing', async () => {
    const file = wardX('Room 1, status: INACTIVE');
    const before = await loadHome(database.query);
    const dry = await runImport(file, { isDryRun: true });
    expect(await loadHome(database.query)).toEqual(before);
    expect((await runImport(file)).changes).toEqual(dry.changes);
  });

  test('only --remove-missing removes what the file does not mention, and a room with reports becomes INACTIVE', async () => {
    await addEntry(small.streamB1x1, 'x');
    const observation = { stream_uuid: small.streamA1x2, name: 'people', value: '1', observed_at: 1 };
    await database.query.insertInto('observation').values(observation).execute();
    const file = wardX('Room 1');
    expect(await importAndKeep(file)).toEqual([]);
    expect(await effectsOf(file)).toEqual([
      'retired stream Room 6',
      ...[2, 3, 4, 5].map((room) => `removed stream Room ${room}`),
      'removed ward Ward Y',
      'removed ward Ward X',
      'removed location Hill House',
    ]);
    const left = await loadHome(database.query);
    expect(Object.fromEntries(nodesOfLevel(left, 'stream').map(({ uuid, status }) => [uuid, status]))).toEqual({
      [small.streamA1x1]: 'ACTIVE',
      [small.streamB1x1]: 'INACTIVE',
    });
    expect(await database.query.selectFrom('observation').selectAll().execute()).toEqual([]);
    expect(await effectsOf(file)).toEqual([]);
  });

  test('a room whose only log entries are from the watchdog is removed, and its entries stay until they are pruned', async () => {
    await addEntry(small.streamA1x1, 'watchdog');
    await addEntry(small.streamA1x2, 'a device key');
    const effects = await effectsOf(wardX());
    expect(effects).toContain('removed stream Room 1');
    expect(effects).toContain('retired stream Room 2');
    await pruneDatabase(database, { before: 2, now: 2 }, () => undefined);
    const left = await database.query.selectFrom('report').select('stream_uuid').execute();
    expect(left).toEqual([{ stream_uuid: small.streamA1x2 }]);
  });

  test('a room that sends its first report while an import removes it is kept', async () => {
    const before = await loadHome(database.query);
    const [room = expect.unreachable()] = nodesOfLevel(before, 'stream');
    await addEntry(room.uuid, 'a device key');
    const changes = [{ effect: 'removed' as const, node: room, path: [], fields: [] }];
    await expect(store({ changes, before, after: [] })).rejects.toMatchObject({ code: 'unavailable' });
    expect(await loadHome(database.query)).toContainEqual(room);
  });

  test('an import keeps the fields of a room that the home file leaves out', async () => {
    await importAndKeep(wardX('Room 1, type: radar, status: INACTIVE, alias: one, rules: { offlineAfterSeconds: 60 }'));
    expect(await importAndKeep(wardX('Room 1'))).toEqual([]);
    const room = nodesOfLevel(await loadHome(database.query), 'stream').find(({ uuid }) => uuid === small.streamA1x1);
    expect(room).toMatchObject({
      type: 'radar',
      status: 'INACTIVE',
      alias: 'one',
      rules: '{"offlineAfterSeconds":60}',
    });
  });

  test('the rules of a location and a ward apply to their rooms, also to rooms and wards that move there', async () => {
    const rulesOf = async (uuid: string) =>
      database.query.selectFrom('stream').select('rules').where('uuid', '=', uuid).executeTakeFirstOrThrow();
    await importAndKeep(wardX('Room 1, rules: { dedupeWindowSeconds: 5 }'));
    await importAndKeep(
      locations(
        `displayName: Harbour House, rules: { offlineAfterSeconds: 300 }, wards: [
          { displayName: Ward X, rules: { alerts: { soeb: false } } }]`,
        'displayName: Hill House, rules: { offlineAfterSeconds: 600, types: { radar: { offlineAfterSeconds: 900 } } }',
      ),
    );
    const alerts = '"alerts":{"soeb":false}';
    expect(await rulesOf(small.streamA1x1)).toEqual({
      rules: `{${alerts},"dedupeWindowSeconds":5,"offlineAfterSeconds":300}`,
    });
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: `{${alerts},"offlineAfterSeconds":300}` });
    await importAndKeep(locations(`displayName: Hill House, wards: [{ displayName: W, uuid: ${small.wardA1x} }]`));
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: `{${alerts},"offlineAfterSeconds":600}` });
    await importAndKeep(
      locations(`displayName: Hill House, wards: [
        { displayName: W, rules: {}, streams: [{ displayName: Room 2, uuid: ${small.streamA1x2}, type: radar }] }]`),
    );
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: '{"offlineAfterSeconds":900}' });
    await importAndKeep(locations('displayName: Hill House, rules: {}'));
    expect(await rulesOf(small.streamA1x1)).toEqual({ rules: '{"dedupeWindowSeconds":5}' });
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: null });
  });

  test('an INACTIVE room that an import sets to ACTIVE counts as seen at the time of the import', async () => {
    await importAndKeep(wardX('Room 1, status: INACTIVE'));
    await database.query.updateTable('stream').set({ seen_at: 5 }).where('uuid', '=', small.streamA1x1).execute();
    await importAndKeep(wardX('Room 1, type: radar'));
    const seen = database.query
      .selectFrom('stream')
      .select(['seen_at', 'watched_since'])
      .where('uuid', '=', small.streamA1x1);
    expect(await seen.executeTakeFirstOrThrow()).toEqual({ seen_at: 5, watched_since: null });
    await importAndKeep(wardX('Room 1, status: ACTIVE'));
    expect(await seen.executeTakeFirstOrThrow()).toEqual({ seen_at: 1_000, watched_since: 1_000 });
  });

  test('a room that an import sets to INACTIVE keeps a fall open until a user resolves it, and its other alerts end with an entry', async () => {
    const alert = (uuid: string, priority: 'high' | 'medium' | 'technical', raisedAt = 1) => {
      const kind = { status: 1, priority, latches: priority === 'high' };
      return createAlert({ uuid, streamUUID: small.streamA1x1, ...kind, startedAt: 1, raisedAt, now: 1 });
    };
    const open = [alert('a', 'high'), alert('b', 'medium'), alert('c', 'technical'), alert('d', 'high', 9_000)];
    const columns = { ...toAlertColumns(open, emptyHold), alert_revision: 5 };
    await database.query.updateTable('stream').set(columns).where('uuid', '=', small.streamA1x1).execute();
    await importAndKeep(wardX('Room 1, status: INACTIVE'));
    const stream = database.query.selectFrom('stream').selectAll().where('uuid', '=', small.streamA1x1);
    const row = await stream.executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'INACTIVE', alert_revision: 6, alert_due_at: null });
    expect(parseAlerts(row.open_alerts)).toEqual([open[0]]);
    const events = await database.query.selectFrom('alert_event').selectAll().orderBy('sequence').execute();
    expect(events.map(({ alert_uuid, event, at }) => [alert_uuid, event, at])).toEqual(
      ['b', 'c', 'd'].map((uuid) => [uuid, 'room-inactive', 1_000]),
    );
    expect(parseAlert(events[0]?.alert ?? '')).toMatchObject({ state: 'resolved', by: { kind: 'server' } });
    expect(await findWrongAlerts(database.query), 'only the alert of the test has no opening').toEqual(['a']);
  });
});

test.each([
  ['Zimmer 12 (Süd)', 'zimmer-12-sud'],
  ['Størby Straße', 'storby-strasse'],
  ['東', 'room'],
  ['x'.repeat(60), 'x'.repeat(48)],
])('the alias made from the room name "%s" is %s', (name, alias) => {
  expect(slugOf(name, 'room')).toBe(alias);
});

/** Adds an entry to the report log, as the server does for a report of the sender. */
async function addReportEntry(query: Kysely<Schema>, stream_uuid: string, sender: string): Promise<void> {
  const row = { stream_uuid, report_id: null, status: 1, notification: 1, at: 1, received_at: 1, revision: 1 };
  await query
    .insertInto('report')
    .values({ ...row, device_key_id: sender })
    .execute();
  if (sender === serverKeyIds.watchdog) return;
  await query.updateTable('stream').set({ has_reports: 1 }).where('uuid', '=', stream_uuid).execute();
}

/** Generates names, some with characters that need quotes in YAML or CSV, formulas, and letters of other scripts. */
const displayName = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    fc.constantFrom('Room 1', 'Zimmer 12 (Süd)', '=1+1', "'=x", "''-1", 'a,b;"c"', '- x: y', '0x10', 'null', '~', '東'),
    fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ',', ';', ':', '#', ' ', 'a', '0'), minLength: 1 }),
  )
  .map((text) => text.trim().normalize('NFC').slice(0, 100).trim())
  .filter((text) => text !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed());

const alias = fc.option(fc.stringMatching(/^[a-z0-9]([a-zA-Z0-9._-]{0,8}[a-z0-9])?$/));

const rules = fc.option(
  fc
    .record(
      {
        debounceSeconds: fc.dictionary(
          fc.constantFrom(...roomStatuses.map(({ name }) => name)),
          fc.integer({ min: 0, max: maxDebounceMs / 1000 }),
          { maxKeys: 3 },
        ),
        dedupeWindowSeconds: fc.integer({ min: 0, max: 3_600 }),
        offlineAfterSeconds: fc.option(fc.integer({ min: 10, max: 86_400 })),
      },
      { requiredKeys: [] },
    )
    .map((own) => toCanonicalRules(own)),
);

const placeRules = fc.option(
  fc
    .record({ offlineAfterSeconds: fc.integer({ min: 10, max: 86_400 }) })
    .map((own) => toCanonicalRules({ types: { radar: own } })),
);

const node = { uuid: fc.uuid(), displayName };
const stream = fc.record({
  ...node,
  alias,
  rules,
  type: fc.constantFrom('camera', 'radar', 'bed-sensor', 'other'),
  status: fc.constantFrom('ACTIVE', 'INACTIVE'),
});
const ward = fc.record({ ...node, rules: placeRules, streams: fc.array(stream, { maxLength: 4 }) });
const location = fc.record({ ...node, alias, rules: placeRules, wards: fc.array(ward, { maxLength: 3 }) });
const client = fc.record({ ...node, locations: fc.array(location, { maxLength: 3 }) });

const anyHome: fc.Arbitrary<Home> = fc.array(client, { maxLength: 3 }).map((clients) => {
  const locations = clients.flatMap(({ uuid, locations: below }) =>
    below.map((one) => ({ ...one, level: 'location' as const, parentUUID: uuid })),
  );
  const wards = locations.flatMap(({ uuid, wards: below }) =>
    below.map((one) => ({ ...one, level: 'ward' as const, parentUUID: uuid, alias: null })),
  );
  return [
    ...clients.map(({ locations: _locations, ...one }) => ({
      ...one,
      level: 'client' as const,
      parentUUID: '',
      alias: null,
    })),
    ...withUniqueAliases(locations.map(({ wards: _wards, ...one }) => one)),
    ...wards.map(({ streams: _streams, ...one }) => one),
    ...locations.flatMap(({ uuid }) =>
      withUniqueAliases(
        wards
          .filter(({ parentUUID }) => parentUUID === uuid)
          .flatMap(({ uuid: parentUUID, streams }) =>
            streams.map((one) => ({ ...one, level: 'stream' as const, parentUUID })),
          ),
      ),
    ),
  ];
});

function withUniqueAliases<T extends { readonly alias: string | null }>(nodes: readonly T[]): T[] {
  const seen = new Set<string>();
  return nodes.map((one) => {
    if (one.alias === null || !seen.has(one.alias.toLowerCase())) {
      seen.add(one.alias?.toLowerCase() ?? '');
      return one;
    }
    return { ...one, alias: null };
  });
}
