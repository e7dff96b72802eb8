import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder, OnConflictDatabase, OnConflictTables, Transaction } from 'kysely';
import type { StreamStatus } from '../../../../domain/stream.ts';
import { scopeLevels } from '../../../../domain/user.ts';
import { splitIntoBatches } from '../../../database/batches.ts';
import type { DatabaseKind } from '../../../database/database.ts';
import { isInList } from '../../../database/is-in-list.ts';
import type { Schema } from '../../../database/schema.ts';
import { storeEffectiveRules } from '../../effective-rules.ts';
import { type HomeEventSource, recordHomeEvents } from '../../manage/home-events.ts';
import { type Home, type HomeNode, nodesOfLevel, type StreamNode } from '../home.ts';
import type { HomeChange } from './compare-homes.ts';
import { deleteRooms } from './delete-rooms.ts';
import { endAlerts } from './end-alerts.ts';
import { type ChangedHome, eventsOfChanges } from './events-of-changes.ts';
import { markRoomsAsSeen } from './expect-reports.ts';

type Write = Transaction<Schema>;

/** Stores the changes within the caller's transaction, and records them in the audit log. */
export async function storeChanges(
  { kind, write }: { readonly kind: DatabaseKind; readonly write: Write },
  { changes, before, after }: ChangedHome,
  source: HomeEventSource,
): Promise<void> {
  const { at: now } = source;
  await clearChangedAliases(write, changes);
  const stored = changes.filter(({ effect }) => effect !== 'removed').map(({ node }) => node);
  for (const node of stored) await storePlace(write, node);
  for (const rooms of splitIntoBatches(nodesOfLevel(stored, 'stream'))) {
    const rows = rooms.map((room) => ({ ...rowOfStream(room), room_status: -1, revision: 0 }));
    await write
      .insertInto('stream')
      .values(rows)
      .onConflict((conflict) => conflict.column('uuid').doUpdateSet(importedColumns))
      .execute();
    await setImmediate();
  }
  await endAlerts({ kind, write }, findRoomsWithNewStatus(changes, 'INACTIVE'), 'room-inactive', now);
  await markRoomsAsSeen({ kind, write }, findRoomsWithNewStatus(changes, 'ACTIVE'), now);
  const removed = changes.filter(({ effect }) => effect === 'removed').map(({ node }) => node);
  for (const batch of splitIntoBatches(nodesOfLevel(removed, 'stream'))) await deleteRooms({ kind, write }, batch, now);
  for (const level of scopeLevels.toReversed()) {
    const uuids = nodesOfLevel(removed, level).map(({ uuid }) => uuid);
    await write
      .deleteFrom(level)
      .where(isInList(kind, 'uuid', uuids))
      .execute();
  }
  const ruled = changes.filter(affectsRules).map(({ node }) => node);
  await storeEffectiveRules(write, locationsOf(ruled, after));
  await recordHomeEvents(write, eventsOfChanges({ changes, before, after }), source);
}

export function findRoomsWithNewStatus(changes: readonly HomeChange[], status: StreamStatus): readonly string[] {
  const hasStatus = ({ fields }: HomeChange) => fields.some(({ name, to }) => name === 'status' && to === status);
  return changes.filter(hasStatus).map(({ node }) => node.uuid);
}

/**
 * Whether the change may affect the effective rules of a room: a change of its own rules, its type, its place or the
 * rules of its place.
 */
function affectsRules({ effect, node, fields }: HomeChange): boolean {
  const names = ['rules', 'type', 'ward', 'location'];
  return (effect === 'added' && node.level === 'stream') || fields.some(({ name }) => names.includes(name));
}

/** Returns the uuids of the locations that contain the nodes. */
function locationsOf(nodes: Home, home: Home): readonly string[] {
  const locationOfWard = new Map(nodesOfLevel(home, 'ward').map(({ uuid, parentUUID }) => [uuid, parentUUID]));
  const found = nodes.map(({ level, uuid, parentUUID }) => {
    if (level === 'stream') return locationOfWard.get(parentUUID);
    return level === 'ward' ? parentUUID : uuid;
  });
  return [...new Set(found)].filter((uuid) => uuid !== undefined);
}

function rowOfStream({ uuid, displayName, parentUUID, alias, type, status, rules }: StreamNode) {
  return { uuid, display_name: displayName, ward_uuid: parentUUID, alias, type, status, own_rules: rules };
}

/** The columns whose values come from a home file. */
const importedColumns = ({
  ref,
}: ExpressionBuilder<OnConflictDatabase<Schema, 'stream'>, OnConflictTables<'stream'>>) => ({
  display_name: ref('excluded.display_name'),
  ward_uuid: ref('excluded.ward_uuid'),
  alias: ref('excluded.alias'),
  type: ref('excluded.type'),
  status: ref('excluded.status'),
  own_rules: ref('excluded.own_rules'),
});

/** Removes old aliases before new ones are written, so that two locations can swap them: the alias column is unique. */
async function clearChangedAliases(write: Write, changes: readonly HomeChange[]): Promise<void> {
  for (const { effect, node, fields } of changes) {
    if (node.level !== 'location') continue;
    if (effect !== 'removed' && !fields.some(({ name }) => name === 'alias')) continue;
    await write.updateTable('location').set({ alias: null }).where('uuid', '=', node.uuid).execute();
  }
}

/** Inserts or updates a client, a location or a ward. */
async function storePlace(write: Write, node: HomeNode): Promise<void> {
  const { uuid, displayName: display_name, parentUUID, alias } = node;
  switch (node.level) {
    case 'client': {
      const row = { uuid, display_name };
      const insert = write.insertInto('client').values(row);
      await insert.onConflict((conflict) => conflict.column('uuid').doUpdateSet(row)).execute();
      return;
    }
    case 'location': {
      const row = { uuid, display_name, client_uuid: parentUUID, alias, own_rules: node.rules };
      const insert = write.insertInto('location').values(row);
      await insert.onConflict((conflict) => conflict.column('uuid').doUpdateSet(row)).execute();
      return;
    }
    case 'ward': {
      const row = { uuid, display_name, location_uuid: parentUUID, own_rules: node.rules };
      const insert = write.insertInto('ward').values(row);
      await insert.onConflict((conflict) => conflict.column('uuid').doUpdateSet(row)).execute();
      return;
    }
    case 'stream':
  }
}
