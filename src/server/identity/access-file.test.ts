import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { loadAccessFile } from './access-file.ts';
import { readGroupRights, replaceGroupRights } from '../people/group-rights.ts';

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

test('an access file replaces all rights in the database; a repeated right counts once', async () => {
  await replaceGroupRights(database, [everything]);
  await load([ward, { ...ward, scope: { kind: 'ward', uuid: uuid.toUpperCase() } }]);
  expect(await readGroupRights(database)).toEqual([ward]);
  await load([everything]);
  expect(await readGroupRights(database)).toEqual([everything]);
});

test('an invalid access file is rejected with a line for each wrong field, and the rights stay as they were', async () => {
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
  ['text that is not JSON', '[{]', /not JSON/],
  ['an object instead of a list', '{"group":"nurses"}', /the file: /],
])('an access file with %s is rejected', async (_what, text, message) => {
  await expect(load(text)).rejects.toThrow(message);
});
