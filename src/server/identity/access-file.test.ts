import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { loadAccessFile, parseAccessList } from './access-file.ts';
import { readGroupRights, replaceGroupRights } from '../rights/group-rights.ts';

const uuid = '6f1d3a52-8f0e-4c1d-9a57-0f0a3c1f2b10';
const everything = { group: 'admins', role: 'administrator', scope: { kind: 'everything' } } as const;
const ward = { group: 'nurses', role: 'ward-nurse', scope: { kind: 'ward', uuid } } as const;

let database: Database;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'access-'));
  database = await openTestDatabase();
  await database.migrate();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function load(content: unknown) {
  const file = join(folder, 'access.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return loadAccessFile(database, file);
}

test("the file's rights replace those that were there, and may say a thing twice", async () => {
  await replaceGroupRights(database, [everything]);
  await load([ward, { ...ward, scope: { kind: 'ward', uuid: uuid.toUpperCase() } }]);
  expect(await readGroupRights(database)).toEqual([ward]);
  await load([everything]);
  expect(await readGroupRights(database)).toEqual([everything]);
});

test('a file that is wrong says where, and changes nothing', async () => {
  await replaceGroupRights(database, [everything]);
  const wrong = [
    ward,
    { group: '', role: 'king', scope: { kind: 'ward', uuid: 'north' } },
    { role: 'manager', scope: { kind: 'planet' }, colour: 'red' },
  ];
  const error: unknown = await load(wrong).catch((reason: unknown) => reason);
  const message = error instanceof Error ? error.message : '';
  for (const field of ['[1].group', '[1].role', '[1].scope.uuid', '[2].group', '[2].scope']) {
    expect(message).toContain(`  ${field}`);
  }
  expect(message).toContain(join(folder, 'access.json'));
  expect(await readGroupRights(database)).toEqual([everything]);
});

test.each([
  ['no JSON', '[{]', /not JSON/],
  ['no list', '{"group":"nurses"}', /the file: /],
])('%s is said to be so', (_what, text, message) => {
  expect(() => parseAccessList('access.json', text)).toThrow(message);
});

test('a file that is not there is said to be so', async () => {
  await expect(loadAccessFile(database, join(folder, 'nowhere.json'))).rejects.toThrow(/cannot be read/);
});
