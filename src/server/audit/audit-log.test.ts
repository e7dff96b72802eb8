import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { everything, small } from '../../../tests/support/homes/small-home.ts';
import type { Database } from '../database/database.ts';
import { serverActor } from './audit-actors.ts';
import { exportAuditEvents, listAuditEvents } from './audit-queries.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';

const day = 86_400_000;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const nora = { kind: 'user', id: 'subject-1', name: 'Nora Ägidius', address: '192.0.2.7' } as const;

function entry(at: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return { at, actor: nora, action: 'ward.view', clientUUID: small.clientA, ...more };
}

const list = async (filter: Partial<Parameters<typeof listAuditEvents>[1]> = {}, limit = 100, before?: string) =>
  listAuditEvents(database.query, { scopes: [everything], ...filter }, { before, limit });
const timesOf = async (...options: Parameters<typeof list>) =>
  (await list(...options)).items.map(({ at }) => Date.parse(at));

test('an audit event is read with the same values as it was recorded', async () => {
  const object = { kind: 'room', id: small.streamA1x1, name: 'Room 1' } as const;
  const values = { before: { name: 'Room 1' }, after: { name: 'Room <b>2</b> 🛏' } };
  await recordAudit(database.query, entry(5, { action: 'room.change', object, ...values }));
  expect((await list()).items).toEqual([
    {
      sequence: 1,
      at: '1970-01-01T00:00:00.005Z',
      actor: { kind: 'user', id: 'subject-1', name: 'Nora Ägidius' },
      action: 'room.change',
      object,
      clientUUID: small.clientA,
      ...values,
      address: '192.0.2.7',
      partOf: null,
    },
  ]);
});

test('the audit events are listed from the newest to the oldest, page by page, also when several have the same time', async () => {
  await recordAudit(database.query, ...[1, 2, 2, 2, 3].map((at) => entry(at)));
  const seen: number[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const page = await list({}, 2, before);
    seen.push(...page.items.map(({ at }) => Date.parse(at)));
    before = page.before;
  }
  expect(seen).toEqual([3, 2, 2, 2, 1]);
});

test('a search of the audit log finds parts of names, ids, addresses and actions, whatever their case', async () => {
  await recordAudit(
    database.query,
    entry(1),
    entry(2, { actor: serverActor, object: { kind: 'ward', id: 'id-9', name: '100 %_ Ward' } }),
  );
  for (const search of ['ägidius', 'SUBJECT-1', '192.0.2']) expect(await timesOf({ search }), search).toEqual([1]);
  for (const search of ['id-9', '%_ w', '100 %']) expect(await timesOf({ search }), search).toEqual([2]);
  expect(await timesOf({ search: 'ward.view' })).toEqual([2, 1]);
  expect(await timesOf({ search: 'nobody' })).toEqual([]);
});

test('a search in a long audit log continues where the previous call stopped', async () => {
  // This event is older than the 5,000 events that the first call searches.
  await recordAudit(database.query, entry(100, { actor: { ...nora, name: 'rare' } }));
  await recordAudit(database.query, ...Array.from({ length: 100 }, (_, index) => entry(index)));
  await recordAudit(database.query, ...Array.from({ length: 5_000 }, (_, index) => entry(101 + index)));
  const first = await list({ search: 'rare' });
  expect(first.items).toEqual([]);
  expect(first.before).toEqual(expect.any(String));
  const second = await list({ search: 'rare' }, 100, first.before ?? '');
  expect(second.items.map(({ at }) => Date.parse(at))).toEqual([100]);
  expect(second.before).toBeNull();
});

test('an administrator of a client gets the audit events of that client only', async () => {
  await recordAudit(database.query, entry(1), entry(2, { clientUUID: small.clientB }), entry(3, { clientUUID: null }));
  expect(await timesOf({ scopes: [{ kind: 'client', uuid: small.clientA }] })).toEqual([1]);
  expect(await timesOf({ scopes: [{ kind: 'location', uuid: small.locationA1 }] })).toEqual([]);
  expect(await timesOf({ scopes: [] })).toEqual([]);
});

test('an export of the audit log has all events of the filter, the oldest first', async () => {
  await recordAudit(database.query, ...Array.from({ length: 1_200 }, (_, index) => entry(index)));
  await recordAudit(database.query, entry(700, { clientUUID: small.clientB }));
  const scopes = [{ kind: 'client', uuid: small.clientA }] as const;
  const exported: number[] = [];
  for await (const { at } of exportAuditEvents(database.query, { scopes, from: 100, search: 'nora' })) {
    exported.push(Date.parse(at));
  }
  expect(exported).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 100));
});

test('an audit event is not recorded when the change fails that it belongs to', async () => {
  const failed = database.query.transaction().execute(async (transaction) => {
    await recordAudit(transaction, entry(1));
    throw new Error('the change failed');
  });
  await expect(failed).rejects.toThrow('the change failed');
  expect(await timesOf()).toEqual([]);
});

test('an audit event with a value that has the name of a secret is refused', async () => {
  for (const name of ['password', 'passwordHash', 'clientSecret', 'accessToken']) {
    await expect(recordAudit(database.query, entry(1, { after: { [name]: 'x' } })), name).rejects.toThrow(name);
    await expect(recordAudit(database.query, entry(1, { before: { [name]: 'x' } })), name).rejects.toThrow(name);
  }
});

test('the database refuses to change an audit event, and to delete an event of the last 90 days', async () => {
  const now = Date.now();
  await recordAudit(database.query, entry(now - 91 * day), entry(now - 89 * day));
  const refusal = /audit log/;
  await expect(database.query.updateTable('audit_event').set({ action: 'sign-in' }).execute()).rejects.toThrow(refusal);
  await expect(database.query.deleteFrom('audit_event').execute()).rejects.toThrow(refusal);
  const replacing =
    database.kind === 'sqlite'
      ? sql`insert or replace into audit_event select * from audit_event`
      : sql`truncate audit_event`;
  await expect(replacing.execute(database.query)).rejects.toThrow(refusal);
  expect(await timesOf()).toEqual([now - 89 * day, now - 91 * day]);
  await database.query
    .deleteFrom('audit_event')
    .where('at', '<', now - 90 * day)
    .execute();
  expect(await timesOf()).toEqual([now - 89 * day]);
});
