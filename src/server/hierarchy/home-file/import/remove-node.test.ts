import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addReportEntry } from '../../../../../tests/support/database/report-entry.ts';
import { seedSmallHome, small } from '../../../../../tests/support/homes/small-home.ts';
import { newAlert } from '../../../../domain/alerts/alert.ts';
import { noHold } from '../../../../domain/alerts/alert-hold.ts';
import { alertColumns } from '../../../database/open-alerts.ts';
import type { Database } from '../../../database/database.ts';
import { nodesOf } from '../home.ts';
import { loadHome } from '../load-home.ts';
import { removeNode } from './remove-node.ts';
import { prepareChanges } from './prepare-changes.ts';
import { storeChanges } from './store-changes.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterEach(() => database.close());

const remove = (name: string, isDryRun = false) => removeNode(database, name, { isDryRun, now: 1_000 });
const setAlias = (table: 'location' | 'stream', uuid: string, alias: string) =>
  database.query.updateTable(table).set({ alias }).where('uuid', '=', uuid).execute();

const addEntry = (stream: string, sender: string) => addReportEntry(database.query, stream, sender);

test.each(['Harbour House', 'harbour house/Ward X', `ward:${small.wardA1x}`, `${small.wardA1x}/Room 1`])(
  'removing "%s" is refused when one of its rooms has a report, and changes nothing',
  async (name) => {
    await addEntry(small.streamA1x1, 'a device key');
    const before = await loadHome(database.query);
    await expect(remove(name)).rejects.toThrow(
      /which would be lost: Room 1\. Import the rooms with the status INACTIVE/,
    );
    expect(await loadHome(database.query)).toEqual(before);
  },
);

test('removing a ward whose rooms never reported removes them and nothing else, and a dry run removes nothing', async () => {
  await addEntry(small.streamA1x1, 'watchdog');
  const before = await loadHome(database.query);
  const dry = await remove('Harbour House/Ward X', true);
  expect(await loadHome(database.query)).toEqual(before);
  const { changes } = await remove('Harbour House/Ward X');
  expect(changes).toEqual(dry.changes);
  expect(changes.map(({ effect, node }) => `${effect} ${node.displayName}`)).toEqual([
    ...[1, 2, 3].map((room) => `removed Room ${room}`),
    'removed Ward X',
  ]);
  const gone = new Set(changes.map(({ node }) => node.uuid));
  expect(await loadHome(database.query)).toEqual(before.filter(({ uuid }) => !gone.has(uuid)));
});

test('the alerts of a removed room end with an entry in their history, also a drill of high priority', async () => {
  const { streamA1x1: streamUUID } = small;
  const drill = { uuid: 'a', streamUUID, status: 1, priority: 'high', latches: true } as const;
  const open = [newAlert({ ...drill, startedAt: 1, raisedAt: 1, now: 1 })];
  const columns = alertColumns(open, noHold);
  await database.query.updateTable('stream').set(columns).where('uuid', '=', streamUUID).execute();
  await remove('Harbour House/Ward X');
  const events = await database.query.selectFrom('alert_event').selectAll().execute();
  expect(events).toMatchObject([{ alert_uuid: 'a', stream_uuid: streamUUID, event: 'room-removed', at: 1_000 }]);
});

test('a room is removed by location and alias; an ambiguous name is refused, and only the rooms with this name are listed', async () => {
  await setAlias('location', small.locationA1, 'harbour');
  await setAlias('stream', small.streamA1x1, 'room-x');
  await setAlias('stream', small.streamB1x1, 'room-x');
  const refusal = await remove('room-x').then(() => '', String);
  expect(refusal.split('\n').map((line) => line.split('  ')[1])).toEqual([
    undefined,
    `stream:${small.streamA1x1}`,
    `stream:${small.streamB1x1}`,
  ]);
  const { changes } = await remove('harbour/Room-X');
  expect(changes.map(({ node }) => node.uuid)).toEqual([small.streamA1x1]);
});

test('a room that sends its first report during its removal is kept', async () => {
  const [room] = nodesOf(await loadHome(database.query), 'stream');
  const change = { effect: 'removed', node: room ?? expect.unreachable(), path: [], fields: [] } as const;
  await addEntry(change.node.uuid, 'a device key');
  const result = { changes: [change], before: [change.node], after: [] };
  const prepared = await prepareChanges(result, { kind: database.kind, now: 1_000 });
  const removing = database.query.transaction().execute((t) => storeChanges(t, prepared));
  await expect(removing).rejects.toThrow('has just sent its first report');
  expect(await loadHome(database.query)).toContainEqual(room);
});
