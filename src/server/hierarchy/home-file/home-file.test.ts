import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anyHome } from '../../../../tests/support/homes/generated-home.ts';
import { seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { compareHomes } from './compare-homes.ts';
import type { DescribedHome, Home } from './home.ts';
import { importHome } from './import-home.ts';
import { loadHome } from './load-home.ts';
import { readCsvHome } from './read-csv.ts';
import { readYamlHome } from './read-yaml.ts';
import { storeHome } from './store-home.ts';
import { writeCsvHome } from './write-csv.ts';
import { writeYamlHome } from './write-yaml.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const nothing: Home = { clients: [], locations: [], wards: [], streams: [] };
const formats = [
  ['YAML', writeYamlHome, readYamlHome],
  ['CSV', writeCsvHome, readCsvHome],
] as const;

async function take(file: DescribedHome, options: { isDryRun?: boolean; removeMissing?: boolean } = {}) {
  return importHome(database, file, { isDryRun: false, removeMissing: true, now: 1_000, ...options });
}
const effectsOf = async (file: DescribedHome, options = {}) =>
  (await take(file, options)).changes.map(({ effect, kind, path }) => `${effect} ${kind} ${path.at(-1)}`);

describe.each(formats)('as %s', (_, write, read) => {
  test('what was exported changes nothing when it is imported, whatever the home', async () => {
    await fc.assert(
      fc.asyncProperty(anyHome, async (home) => {
        await take([]);
        await database.query
          .transaction()
          .execute((t) => storeHome(t, compareHomes(nothing, home, new Set()), home, 1));
        const text = write(await loadHome(database.query));
        expect((await take(read(text))).changes).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  test('an exported home can be put up elsewhere, with the same uuids, aliases and rules', async () => {
    await fc.assert(
      fc.asyncProperty(anyHome, async (home) => {
        await take([]);
        await take(read(write(home)));
        const differences = compareHomes(home, await loadHome(database.query), new Set());
        // Streams and locations without an alias were given one.
        expect(differences.flatMap(({ fields }) => fields.map(({ name, from }) => [name, from]))).toEqual(
          differences.map(() => ['alias', null]),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('matching', () => {
  const home = (streams: string) =>
    readYamlHome(`
clients:
  - displayName: Anker Care
    locations:
      - displayName: Harbour House
        wards:
          - displayName: Ward X
            streams:
${streams}`);

  beforeEach(() => seedSmallHome(database));

  test('without uuids the same names mean the same rooms, and what the file leaves out stays', async () => {
    const again = home('              - { displayName: Room 1, type: radar, alias: one }');
    const options = { removeMissing: false };
    expect((await take(again, options)).changes).toMatchObject([
      { effect: 'changed', uuid: small.streamA1x1, fields: [{ name: 'alias' }, { name: 'type', to: 'radar' }] },
    ]);
    const renamed = home('              - { displayName: Room One, alias: ONE }');
    expect((await take(renamed, options)).changes).toMatchObject([
      { effect: 'changed', uuid: small.streamA1x1, fields: [{ name: 'displayName' }, { name: 'alias', to: 'ONE' }] },
    ]);
    expect((await loadHome(database.query)).streams).toHaveLength(6);
  });

  test('a new room gets an alias of its name that nobody has, no status, and its device time to be heard', async () => {
    await take(
      home('              - { displayName: Room 1, alias: room-9 }\n              - { displayName: Room 9 }'),
      {
        removeMissing: false,
      },
    );
    const row = database.query.selectFrom('stream').selectAll().where('display_name', '=', 'Room 9');
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({
      alias: 'room-9-2',
      room_status: -1,
      revision: 0,
      seen_at: 1_000,
      status: 'ACTIVE',
      type: 'camera',
    });
  });

  test('a dry run says the same and changes nothing', async () => {
    const file = home('              - { displayName: Room 1, status: INACTIVE }');
    const before = await loadHome(database.query);
    const dry = await take(file, { isDryRun: true });
    expect(await loadHome(database.query)).toEqual(before);
    expect((await take(file)).changes).toEqual(dry.changes);
  });

  test('what is not in the file goes only where that is said; a room with a history stays, not monitored', async () => {
    await database.query
      .insertInto('report')
      .values({
        stream_uuid: small.streamB1x1,
        report_id: null,
        status: 1,
        notification: 1,
        at: 1,
        received_at: 1,
        revision: 1,
        device_key_id: 'x',
      })
      .execute();
    const file = home('              - { displayName: Room 1 }');
    expect(await effectsOf(file, { removeMissing: false })).toEqual([]);
    expect(await effectsOf(file)).toEqual([
      'retired stream Room 6',
      ...[2, 3, 4, 5].map((room) => `removed stream Room ${room}`),
      'removed ward Ward Y',
      'removed ward Ward X',
      'removed location Hill House',
    ]);
    const left = await loadHome(database.query);
    expect(left.streams.map(({ uuid, status }) => [uuid, status])).toEqual([
      [small.streamA1x1, 'ACTIVE'],
      [small.streamB1x1, 'INACTIVE'],
    ]);
    expect(await effectsOf(file)).toEqual([]);
  });

  test('two locations may swap their aliases', async () => {
    const swap = (first: string, second: string) =>
      readYamlHome(`clients: [{ displayName: Anker Care, locations: [
        { displayName: Harbour House, uuid: ${small.locationA1}, alias: ${first} },
        { displayName: Hill House, uuid: ${small.locationA2}, alias: ${second} }]}]`);
    await take(swap('one', 'two'), { removeMissing: false });
    expect((await take(swap('two', 'one'), { removeMissing: false })).changes).toHaveLength(2);
  });
});
