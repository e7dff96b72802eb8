import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anyHome } from '../../../../tests/support/homes/generated-home.ts';
import { addReportEntry } from '../../../../tests/support/database/report-entry.ts';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { findWrongAlerts } from '../../database/maintenance/open-alert-history.ts';
import { prune } from '../../database/maintenance/prune.ts';
import { readCsvHome } from './format/read-csv.ts';
import { readYamlHome } from './format/read-yaml.ts';
import { writeCsvHome } from './format/write-csv.ts';
import { writeYamlHome } from './format/write-yaml.ts';
import { type FileHome, nodesOf } from './home.ts';
import { compareHomes } from './import/compare-homes.ts';
import { importHome } from './import/import-home.ts';
import { newAlert } from '../../../domain/alerts/alert.ts';
import { noHold } from '../../../domain/alerts/alert-hold.ts';
import { alertColumns, parseAlert, parseAlerts } from '../../database/open-alerts.ts';
import { slugOf } from './import/assign-aliases.ts';
import { prepareChanges } from './import/prepare-changes.ts';
import { storeChanges } from './import/store-changes.ts';
import { loadHome } from './load-home.ts';

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
const effectsOf = async (file: FileHome, options = {}) =>
  (await runImport(file, options)).changes.map(({ effect, node }) => `${effect} ${node.level} ${node.displayName}`);

describe.each(formats)('a home file in %s', (_, write, read) => {
  test('importing an unchanged export changes nothing, for any home', async () => {
    await fc.assert(
      fc.asyncProperty(anyHome, async (home) => {
        await runImport([]);
        const result = { changes: compareHomes([], home, new Set()), before: [], after: home };
        const prepared = await prepareChanges(result, { kind: database.kind, now: 1 });
        await database.query.transaction().execute((t) => storeChanges(t, prepared));
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
        // New streams and locations without an alias get one.
        expect(differences.flatMap(({ fields }) => fields.map(({ name, from }) => [name, from]))).toEqual(
          differences.map(() => ['alias', null]),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('an import of a home file into a database with rooms:', () => {
  /** A home file with Ward X of the small home and these rooms. */
  const wardX = (...rooms: readonly string[]) =>
    readYamlHome(`clients: [{ displayName: Anker Care, locations: [{ displayName: Harbour House, wards: [
      { displayName: Ward X, streams: [${rooms.map((room) => `{ displayName: ${room} }`).join(', ')}] }] }] }]`);
  const locations = (...list: readonly string[]) =>
    readYamlHome(`clients: [{ displayName: Anker Care, locations: [{ ${list.join(' }, { ')} }] }]`);
  const importAndKeep = async (file: FileHome) => (await runImport(file, { removeMissing: false })).changes;
  const setAlias = (table: 'location' | 'stream', uuid: string, alias: string) =>
    database.query.updateTable(table).set({ alias }).where('uuid', '=', uuid).execute();

  const addEntry = (stream_uuid: string, device_key_id: string) =>
    addReportEntry(database.query, stream_uuid, device_key_id);

  beforeEach(() => seedSmallHome(database));

  test('a file without uuids changes the rooms with the same names or aliases, and keeps all others', async () => {
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
    expect(nodesOf(await loadHome(database.query), 'stream')).toHaveLength(6);
  });

  test('a new room gets an unused alias made from its name, no status, and counts as seen at its import', async () => {
    await importAndKeep(wardX('Room 1, alias: room-9', 'Room 9'));
    const row = database.query.selectFrom('stream').selectAll().where('display_name', '=', 'Room 9');
    const state = {
      room_status: -1,
      revision: 0,
      seen_at: 1_000,
      watched_since: 1_000,
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
    expect(nodesOf(left, 'stream').map(({ uuid, status }) => [uuid, status])).toEqual([
      [small.streamA1x1, 'ACTIVE'],
      [small.streamB1x1, 'INACTIVE'],
    ]);
    expect(await database.query.selectFrom('observation').selectAll().execute()).toEqual([]);
    expect(await effectsOf(file)).toEqual([]);
  });

  test('an import that moves a ward and removes its old location lists both locations', async () => {
    const file = locations(`displayName: Hill House, wards: [{ displayName: Ward Y, uuid: ${small.wardA1y} }]`);
    const moved = (await runImport(file)).changes.find(({ node }) => node.uuid === small.wardA1y);
    const [from, to] = ['Anker Care > Harbour House', 'Anker Care > Hill House'];
    expect(moved?.fields).toEqual([{ name: 'location', from, to }]);
  });

  test('a room whose only log entries are from the watchdog is removed, and its entries stay until they are pruned', async () => {
    await addEntry(small.streamA1x1, 'watchdog');
    await addEntry(small.streamA1x2, 'a device key');
    const effects = await effectsOf(wardX());
    expect(effects).toContain('removed stream Room 1');
    expect(effects).toContain('retired stream Room 2');
    await prune(database, { before: 2, now: 2 }, () => undefined);
    const left = await database.query.selectFrom('report').select('stream_uuid').execute();
    expect(left).toEqual([{ stream_uuid: small.streamA1x2 }]);
  });

  test('two locations may swap their aliases', async () => {
    const swap = (first: string, second: string) =>
      locations(
        `displayName: Harbour House, uuid: ${small.locationA1}, alias: ${first}`,
        `displayName: Hill House, uuid: ${small.locationA2}, alias: ${second}`,
      );
    await importAndKeep(swap('one', 'two'));
    expect(await importAndKeep(swap('two', 'one'))).toHaveLength(2);
  });

  test('an import keeps the fields of a room that the home file leaves out', async () => {
    await importAndKeep(wardX('Room 1, type: radar, status: INACTIVE, alias: one, rules: { silentAfter: 60 }'));
    expect(await importAndKeep(wardX('Room 1'))).toEqual([]);
    const room = nodesOf(await loadHome(database.query), 'stream').find(({ uuid }) => uuid === small.streamA1x1);
    expect(room).toMatchObject({ type: 'radar', status: 'INACTIVE', alias: 'one', rules: '{"silentAfter":60}' });
  });

  test('the rules of a location and a ward apply to their rooms, also to rooms and wards that move there', async () => {
    const rulesOf = async (uuid: string) =>
      database.query.selectFrom('stream').select('rules').where('uuid', '=', uuid).executeTakeFirstOrThrow();
    await importAndKeep(wardX('Room 1, rules: { repeatWithin: 5 }'));
    await importAndKeep(
      locations(
        `displayName: Harbour House, rules: { silentAfter: 300 }, wards: [
          { displayName: Ward X, rules: { alerts: { soeb: false } } }]`,
        'displayName: Hill House, rules: { silentAfter: 600, types: { radar: { silentAfter: 900 } } }',
      ),
    );
    const alerts = '"alerts":{"soeb":false}';
    expect(await rulesOf(small.streamA1x1)).toEqual({ rules: `{${alerts},"repeatWithin":5,"silentAfter":300}` });
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: `{${alerts},"silentAfter":300}` });
    await importAndKeep(locations(`displayName: Hill House, wards: [{ displayName: W, uuid: ${small.wardA1x} }]`));
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: `{${alerts},"silentAfter":600}` });
    await importAndKeep(
      locations(`displayName: Hill House, wards: [
        { displayName: W, rules: {}, streams: [{ displayName: Room 2, uuid: ${small.streamA1x2}, type: radar }] }]`),
    );
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: '{"silentAfter":900}' });
    await importAndKeep(locations('displayName: Hill House, rules: {}'));
    expect(await rulesOf(small.streamA1x1)).toEqual({ rules: '{"repeatWithin":5}' });
    expect(await rulesOf(small.streamA1x2)).toEqual({ rules: null });
  });

  test('a room that moves to another ward is reported with both wards', async () => {
    const file = locations(`displayName: Harbour House, wards: [
      { displayName: Ward Y, streams: [{ displayName: Room 1, uuid: ${small.streamA1x1} }] }]`);
    const [from, to] = ['Anker Care > Harbour House > Ward X', 'Anker Care > Harbour House > Ward Y'];
    const path = ['Anker Care', 'Harbour House', 'Ward Y', 'Room 1'];
    expect(await importAndKeep(file)).toMatchObject([
      { effect: 'changed', path, fields: [{ name: 'ward', from, to }] },
    ]);
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

  test('a room that becomes INACTIVE keeps a fall open until a user resolves it, and its other alerts end with an entry', async () => {
    const alert = (uuid: string, priority: 'high' | 'medium' | 'technical', raisedAt = 1) => {
      const kind = { status: 1, priority, latches: priority === 'high' };
      return newAlert({ uuid, streamUUID: small.streamA1x1, ...kind, startedAt: 1, raisedAt, now: 1 });
    };
    const open = [alert('a', 'high'), alert('b', 'medium'), alert('c', 'technical'), alert('d', 'high', 9_000)];
    const columns = { ...alertColumns(open, noHold), alert_revision: 5 };
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

  test('a stored room that the file names by uuid is not matched again by its alias', async () => {
    await setAlias('stream', small.streamA1x1, 'one');
    const file = wardX(`Room 1, uuid: ${small.streamA1x1}, alias: two`, 'Annex, alias: one');
    expect(await effectsOf(file, { removeMissing: false })).toEqual(['changed stream Room 1', 'added stream Annex']);
  });

  test('two new rooms with the same name are told apart by an alias', async () => {
    const effects = await effectsOf(wardX('Annex', 'Annex, alias: second'), { removeMissing: false });
    expect(effects).toEqual(['added stream Annex', 'added stream Annex']);
  });

  test('an import finds a renamed location by its alias', async () => {
    await setAlias('location', small.locationA1, 'house');
    expect(await importAndKeep(locations('displayName: Port House, alias: House'))).toMatchObject([
      { effect: 'changed', node: { uuid: small.locationA1, displayName: 'Port House' } },
    ]);
  });
});

test('CSV rows without a ward uuid belong to the ward of the same name whose uuid another row gives', () => {
  const [client] = readCsvHome(`client,location,ward,wardUUID,displayName
A,B,Ward X,,Room 1
A,B,Ward X,${small.wardA1x},Room 2
`);
  expect(client?.children[0]?.children).toMatchObject([
    { uuid: small.wardA1x, children: [{ displayName: 'Room 2' }, { displayName: 'Room 1' }] },
  ]);
});

test('CSV rows give the rules of a ward once or equally, and different rules are refused with both lines', () => {
  const file = (...cells: readonly string[]) =>
    ['client;location;ward;wardRules;displayName', ...cells.map((rules, index) => `A;B;C;${rules};Room ${index}`)].join(
      '\n',
    );
  const rules = '"{""repeatWithin"":5}"';
  const [client] = readCsvHome(file('', rules, rules));
  expect(client?.children[0]?.children).toMatchObject([{ rules: '{"repeatWithin":5}' }]);
  expect(() => readCsvHome(file(rules, '{}'))).toThrow(
    'line 3, wardRules: is "{}" here and "{"repeatWithin":5}" at line 2',
  );
});

test.each([
  ['Zimmer 12 (Süd)', 'zimmer-12-sud'],
  ['Størby Straße', 'storby-strasse'],
  ['東', 'room'],
  ['x'.repeat(60), 'x'.repeat(48)],
])('the alias made from the room name "%s" is %s', (name, alias) => {
  expect(slugOf(name, 'room')).toBe(alias);
});
