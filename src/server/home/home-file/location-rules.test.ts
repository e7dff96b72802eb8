import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { openSmallHome, openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Database } from '../../database/database.ts';
import { readCsvHome } from './format/read-csv.ts';
import { readYamlHome } from './format/read-yaml.ts';
import { writeCsvHome } from './format/write-csv.ts';
import { writeYamlHome } from './format/write-yaml.ts';
import { type FileHome, HomeFileError } from './home.ts';
import { importHome } from './import/import-home.ts';
import { loadHome } from './load-home.ts';

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

const runImport = (into: Database, file: FileHome) =>
  importHome(into, file, { isDryRun: false, removeMissing: false, now: 1 });

async function rulesIn(from: Database) {
  const place = await from.query
    .selectFrom('location')
    .select('own_rules')
    .where('uuid', '=', small.locationA1)
    .executeTakeFirst();
  const room = await from.query
    .selectFrom('stream')
    .select('rules')
    .where('uuid', '=', small.streamA1x1)
    .executeTakeFirst();
  return [place?.own_rules, room?.rules];
}

const locationFile = (rules: string) => `clients:
  - uuid: ${small.clientA}
    displayName: Anker Care
    locations:
      - uuid: ${small.locationA1}
        displayName: Harbour House
        rules: ${rules}
`;

const readAsCsv = async ({ query }: Database) => readCsvHome(writeCsvHome(await loadHome(query)));

describe.each([
  ['YAML', writeYamlHome, readYamlHome],
  ['CSV', writeCsvHome, readCsvHome],
])('a home file in %s', (_, write, read) => {
  test('has the time zone and the shifts of a location, in order, and brings them to another server', async () => {
    await runImport(database, readYamlHome(locationFile("{ timeZone: America/New_York, shifts: ['19:00', '06:30'] }")));
    const stored = '{"shifts":["06:30","19:00"],"timeZone":"America/New_York"}';
    expect(await rulesIn(database)).toEqual([stored, stored]);
    const file = read(write(await loadHome(database.query)));
    expect((await runImport(database, file)).changes).toEqual([]);
    const other = await openTestDatabase();
    await runImport(other, file);
    expect(await rulesIn(other)).toEqual([stored, stored]);
    await other.close();
  });
});

test('a chain in a home file is kept, and one that names a contact of another home is refused with its line', async () => {
  const contact = '00000009-0000-4000-8000-000000000001';
  const chain = `[{ after: 0, notify: ward }, { after: 90, notify: 'contact:${contact}' }]`;
  const file = readYamlHome(locationFile(`{ chain: ${chain} }`));
  await expect(runImport(database, file)).rejects.toThrow(
    /^line 5, rules\.chain\[1\]\.notify: is not a contact of this location$/,
  );
  const columns = { channel: 'webhook', name: 'Front desk', address: 'https://example.org/', language: 'en' } as const;
  await database.query
    .insertInto('contact')
    .values({
      uuid: contact,
      location_uuid: small.locationA1,
      ...columns,
      secret: null,
      last_at: null,
      last_reason: null,
    })
    .execute();
  const { changes } = await runImport(database, file);
  const to = `{"chain":[{"after":0,"notify":"ward"},{"after":90,"notify":"contact:${contact}"}]}`;
  expect(changes).toMatchObject([{ effect: 'changed', fields: [{ name: 'rules', from: null, to }] }]);
  expect(await rulesIn(database), 'the rooms do not need the chain').toEqual([to, null]);
  await database.query.deleteFrom('contact').execute();
  for (const again of [readYamlHome(writeYamlHome(await loadHome(database.query))), await readAsCsv(database)])
    expect((await runImport(database, again)).changes).toEqual([]);
});

test('wrong shifts and an unknown time zone in a home file are refused with their line', async () => {
  const read = () => readYamlHome(locationFile("{ timeZone: Europe/Nowhere, shifts: ['07:00', '07:00'] }"));
  expect(read).toThrow(HomeFileError);
  expect(read).toThrow(/line 7, rules\.timeZone: must be the name of a time zone/);
  expect(read).toThrow(/line 7, rules\.shifts: must be 1 to 6 different times of day/);
});
