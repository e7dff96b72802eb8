import type { Transaction } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import { type HomeNode, nodesOf, type StreamNode } from '../home.ts';
import type { Change } from './compare-homes.ts';

type Write = Transaction<Schema>;

/** A statement has a limited number of parameters: 32,766 in SQLite, 65,535 in PostgreSQL. */
const maxRowsPerStatement = 500;

/** Stores the changes within the caller's transaction. `now`: epoch milliseconds. */
export async function storeChanges(write: Write, changes: readonly Change[], now: number): Promise<void> {
  await clearChangedAliases(write, changes);
  const added = changes.filter(({ effect }) => effect === 'added').map(({ node }) => node);
  for (const rows of batches(nodesOf(added, 'client').map(clientRow))) {
    await write.insertInto('client').values(rows).execute();
  }
  for (const rows of batches(nodesOf(added, 'location').map(locationRow))) {
    await write.insertInto('location').values(rows).execute();
  }
  for (const rows of batches(nodesOf(added, 'ward').map(wardRow))) {
    await write.insertInto('ward').values(rows).execute();
  }
  const newStreams = nodesOf(added, 'stream').map((stream) => ({
    ...streamRow(stream),
    ...initialState,
    seen_at: now,
  }));
  for (const rows of batches(newStreams)) {
    await write.insertInto('stream').values(rows).execute();
  }
  for (const { effect, node, fields } of changes) {
    if (effect === 'removed') await deleteNode(write, node);
    // A monitored stream counts as seen now, so that it is not offline before its device had time to report.
    const isReactivated = fields.some(({ name, to }) => name === 'status' && to === 'ACTIVE');
    if (effect === 'changed' || effect === 'retired')
      await updateNode(write, node, isReactivated ? { seen_at: now } : {});
  }
}

const initialState = {
  room_status: -1,
  last_notification: null,
  last_notification_sent: null,
  revision: 0,
  reported_at: null,
} as const;

type Node<L extends HomeNode['level']> = Extract<HomeNode, { level: L }>;

const clientRow = ({ uuid, displayName }: Node<'client'>) => ({ uuid, display_name: displayName });

const locationRow = ({ uuid, displayName, parentUUID, alias }: Node<'location'>) => ({
  uuid,
  display_name: displayName,
  client_uuid: parentUUID,
  alias,
});

const wardRow = ({ uuid, displayName, parentUUID }: Node<'ward'>) => ({
  uuid,
  display_name: displayName,
  location_uuid: parentUUID,
});

const streamRow = ({ uuid, displayName, parentUUID, alias, type, status, rules }: StreamNode) => ({
  uuid,
  display_name: displayName,
  ward_uuid: parentUUID,
  alias,
  type,
  status,
  rules,
});

/** Two locations can swap their aliases, which are unique at every moment. So changed aliases are removed first. */
async function clearChangedAliases(write: Write, changes: readonly Change[]): Promise<void> {
  for (const { effect, node, fields } of changes) {
    if (node.level !== 'location') continue;
    if (effect !== 'removed' && !fields.some(({ name }) => name === 'alias')) continue;
    await write.updateTable('location').set({ alias: null }).where('uuid', '=', node.uuid).execute();
  }
}

async function updateNode(write: Write, node: HomeNode, state: { readonly seen_at?: number }): Promise<void> {
  const { uuid } = node;
  switch (node.level) {
    case 'client':
      await write.updateTable('client').set(clientRow(node)).where('uuid', '=', uuid).execute();
      return;
    case 'location':
      await write.updateTable('location').set(locationRow(node)).where('uuid', '=', uuid).execute();
      return;
    case 'ward':
      await write.updateTable('ward').set(wardRow(node)).where('uuid', '=', uuid).execute();
      return;
    case 'stream':
      await write
        .updateTable('stream')
        .set({ ...streamRow(node), ...state })
        .where('uuid', '=', uuid)
        .execute();
  }
}

async function deleteNode(write: Write, { level, uuid }: HomeNode): Promise<void> {
  if (level === 'stream') await write.deleteFrom('observation').where('stream_uuid', '=', uuid).execute();
  await write.deleteFrom(level).where('uuid', '=', uuid).execute();
}

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += maxRowsPerStatement) {
    yield rows.slice(start, start + maxRowsPerStatement);
  }
}
