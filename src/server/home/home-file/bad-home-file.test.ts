import { afterEach, beforeEach, expect, test } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { type FileHome, HomeFileError } from './home.ts';
import { importHome } from './import/import-home.ts';
import { loadHome } from './load-home.ts';
import { readCsvHome } from './format/read-csv.ts';
import { readYamlHome } from './format/read-yaml.ts';

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

async function problemsOf(read: () => FileHome): Promise<readonly string[]> {
  const before = await loadHome(database.query);
  try {
    await importHome(database, read(), { isDryRun: false, removeMissing: false, now: 1 });
  } catch (error) {
    expect(await loadHome(database.query)).toEqual(before);
    if (error instanceof HomeFileError) return error.message.split('\n');
    throw error;
  }
  return [];
}

test('every error of a YAML home file is reported with its line', async () => {
  const text = `clients:
  - displayName: 7
    locations:
      - displayName: Harbour House
        alias: a b
        colour: red
        wards:
          - streams:
              - displayName: Room 1
                uuid: room-1
                type: lamp
                rules: { offlineAfterSeconds: 1, debounceSeconds: { flying: 3 } }
              - displayName: ' '
`;
  expect(await problemsOf(() => readYamlHome(text))).toEqual([
    'line 2, displayName: must be text: put it in quotes',
    expect.stringMatching(/^line 5, alias: must be 1 to 64 letters/),
    'line 6, colour: is not known',
    'line 8, displayName: is missing',
    'line 10, uuid: must be a uuid',
    expect.stringMatching(/^line 11, type: must be one of .*bed-sensor/),
    'line 12, rules.debounceSeconds.flying: is not known',
    expect.stringMatching(/^line 12, rules\.offlineAfterSeconds: /),
    'line 13, displayName: must not be empty',
  ]);
});

test('a home file without `clients:`, or with rules that are not JSON, is refused with an example', async () => {
  for (const text of ['', '- displayName: Anker Care\n']) {
    expect(await problemsOf(() => readYamlHome(text))).toEqual([
      'line 1: must begin with `clients:` and a list, as `export` writes it',
    ]);
  }
  const row =
    'client,location,ward,displayName,rules\nAnker Care,Harbour House,Ward 1,Room 1,offlineAfterSeconds: 300\n';
  expect(await problemsOf(() => readCsvHome(row))).toEqual([
    'line 2, rules: must be rules such as { "offlineAfterSeconds": 300 }',
  ]);
});

test('a home file with an empty `rules:` is refused, because it could mean to keep or to remove the stored rules', async () => {
  const head = 'clients: [{ displayName: A, locations: [{ displayName: B, wards: [{ displayName: C, streams: [';
  const room = (rules: string) => `${head}\n  { displayName: Room 1, ${rules} }\n  ]}]}]}]\n`;
  const reason = 'is empty; leave it out to keep the rules, or write {} to remove them';
  for (const rules of ['rules:', 'rules: null', 'rules: ~']) {
    expect(await problemsOf(() => readYamlHome(room(rules)))).toEqual([`line 2, rules: ${reason}`]);
  }
  for (const rules of ['rules: { offlineAfterSeconds: }', 'rules: { offlineAfterSeconds }']) {
    expect(await problemsOf(() => readYamlHome(room(rules)))).toEqual([
      'line 2, offlineAfterSeconds: is empty; write seconds, or null if the device is never offline',
    ]);
  }
  const csv = 'client,location,ward,displayName,rules\nA,B,C,Room 1,null\n';
  expect(await problemsOf(() => readCsvHome(csv))).toEqual([`line 2, rules: ${reason}`]);
  const read = (rules: string) => readYamlHome(room(rules))[0]?.children[0]?.children[0]?.children[0];
  expect(read('rules: {}')).toMatchObject({ rules: null });
  for (const never of ['null', '~']) {
    expect(read(`rules: { offlineAfterSeconds: ${never} }`)).toMatchObject({ rules: '{"offlineAfterSeconds":null}' });
  }
  expect(read('type: radar')).toMatchObject({ type: 'radar' });
  expect(read('type: radar')?.rules).toBeUndefined();
});

const bomb = 'bcdefgh'.split('').map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]}, `.repeat(9)}]`);

test.each([
  ['invalid YAML', 'clients:\n  - displayName: "x\n', /^line \d: /],
  ['a key that occurs twice', 'clients: []\nclients: []\n', /^line 2: the key clients is there twice/],
  ['references that would fill the memory', `a: &a [x]\n${bomb.join('\n')}\nclients: *h`, /alias/],
])('a home file with %s is refused', async (_, text, problem) => {
  expect(await problemsOf(() => readYamlHome(text))).toEqual([expect.stringMatching(problem)]);
});

test('every error of a CSV home file is reported with its line and column', async () => {
  const text = [
    'client,location,ward,displayName,type,rules,clientUUID',
    'Anker Care,Harbour House,Ward X,Room 1,lamp,,',
    'Anker Care,Harbour House,,Room 2,,,',
    ',Harbour House,Ward X,Room 3,,,',
    'Anker Care,Harbour House,Ward X,Room 4,,{offlineAfterSeconds: 90},here',
    'Anker Care,Harbour House,Ward X',
  ].join('\n');
  expect(await problemsOf(() => readCsvHome(text))).toEqual([
    expect.stringMatching(/^line 2, type: /),
    'line 3, ward: is missing',
    'line 4, client: is missing',
    'line 5, clientUUID: must be a uuid',
    expect.stringMatching(/^line 5, rules: /),
    'line 6: has 3 cells, and the first line names 7',
  ]);
  expect(await problemsOf(() => readCsvHome('client,location,ward,colour\n'))).toEqual([
    'line 1, colour: is not a known column',
    'line 1, displayName: is missing: every file needs this column',
    expect.stringContaining('rules'),
  ]);
  expect(await problemsOf(() => readCsvHome('client,location\n"Anker'))).toEqual([expect.stringContaining('line 2')]);
});

test('a CSV home file that somebody wrote by hand may name its columns in upper case, and `Room` is the name of a room', () => {
  const row = 'Anker,Harbour,X,Room 1,harbour\n';
  const home = readCsvHome(`client,location,ward,displayName,locationAlias\n${row}`);
  expect(readCsvHome(`Client,LOCATION,Ward,Room,Location Alias\n${row}`)).toEqual(home);
  expect(() => readCsvHome('client,Client,location,ward,room\n')).toThrow('line 1, client: is given twice');
});

test('a CSV home file with semicolons, a byte order mark and quoted cells is read', () => {
  const [client] = readCsvHome('\uFEFFclient;location;ward;displayName\r\n"A;B";"L ""1""";W;R\r\n;;;\r\n');
  expect(client?.displayName).toBe('A;B');
  expect(client?.children[0]?.displayName).toBe('L "1"');
});

test('a home file that uses a uuid, an alias, or a name without uuid and alias twice is refused', async () => {
  const text = `clients:
  - displayName: Anker Care
    locations:
      - displayName: Harbour House
        alias: house
        wards:
          - displayName: Ward X
            streams:
              - { displayName: Room 1, alias: one }
              - { displayName: Room 8, alias: ONE }
              - { displayName: Room 9 }
              - { displayName: Room 9 }
              - { displayName: Room 2, uuid: ${small.streamA1x2} }
              - { displayName: Room 3, uuid: ${small.streamA1x2.toUpperCase()} }
      - displayName: Hill House
        alias: House
`;
  expect(await problemsOf(() => readYamlHome(text))).toEqual([
    `line 14: the uuid ${small.streamA1x2} is already used by the stream at line 13`,
    'line 12: there is another stream "Room 9" at line 11: give one of them its uuid',
    'line 10: the alias "ONE" is already used by the stream at line 9: give another alias, or the uuid',
    'line 15: the alias "House" is already used by the location at line 4: give another alias, or the uuid',
  ]);
});

test('a home file cannot use the alias of a stored room that the file does not mention', async () => {
  await database.query.updateTable('stream').set({ alias: 'taken' }).where('uuid', '=', small.streamA1y1).execute();
  const text = `clients: [{ displayName: Anker Care, locations: [{ displayName: Harbour House, wards: [
    { displayName: Ward X, streams: [{ displayName: Room 1, uuid: ${small.streamA1x1}, alias: taken }] }] }] }]`;
  expect(await problemsOf(() => readYamlHome(text))).toEqual([
    'line 2: The alias taken is already used by Room 4. Give another alias, or the uuid.',
  ]);
});

test('an import does not move a room with reports to another client, whose staff would see its history', async () => {
  const text = `clients: [{ displayName: Birch Care, locations: [{ displayName: Beech House, wards: [
    { displayName: Moved, streams: [{ displayName: Room 1, uuid: ${small.streamA1x1} }] }] }] }]`;
  const setReports = (has_reports: number) => database.query.updateTable('stream').set({ has_reports }).execute();
  await setReports(1);
  expect(await problemsOf(() => readYamlHome(text))).toEqual([
    expect.stringMatching(/^line 2: The room Room 1 has a history/),
  ]);
  await setReports(0);
  expect(await problemsOf(() => readYamlHome(text))).toEqual([]);
});

test('an import does not move a ward with such a room to another client, also if the file does not mention the room', async () => {
  const text = (rooms: string) => `clients: [{ displayName: Birch Care, locations: [{ displayName: Beech House, wards: [
    { displayName: Ward X, uuid: ${small.wardA1x}, streams: [${rooms}] }] }] }]`;
  const named = text(`{ displayName: Room 1, uuid: ${small.streamA1x1} }`);
  const { query } = database;
  await query.updateTable('stream').set({ has_reports: 1 }).where('uuid', '=', small.streamA1x1).execute();
  for (const file of [text(''), named]) {
    expect(await problemsOf(() => readYamlHome(file))).toEqual([
      expect.stringMatching(/^line 2: The room Room 1 has a history/),
    ]);
  }
  await query.updateTable('stream').set({ has_reports: 0 }).execute();
  expect(await problemsOf(() => readYamlHome(named))).toEqual([]);
});

test('an import moves a location to another client if the home file has its uuid, and not by its alias', async () => {
  await database.query.updateTable('location').set({ alias: 'house' }).where('uuid', '=', small.locationA1).execute();
  const text = (uuid: string) => `clients: [{ displayName: Elsewhere, locations: [
    { displayName: Harbour House, alias: house${uuid} }] }]`;
  expect(await problemsOf(() => readYamlHome(text('')))).toEqual([
    expect.stringContaining('The alias house is already used by '),
  ]);
  expect(await problemsOf(() => readYamlHome(text(`, uuid: ${small.locationA1}`)))).toEqual([]);
});
