import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { scopeLevels } from '../../../../domain/user.ts';
import { batchesOf } from '../../../database/batches.ts';
import { isIn } from '../../../database/is-in.ts';
import { insertRows } from '../../../database/insert-rows.ts';
import type { Schema } from '../../../database/schema.ts';
import { storeEffectiveRules } from '../../effective-rules.ts';
import { type Home, type HomeNode, nodesOf } from '../home.ts';
import type { Change } from './compare-homes.ts';
import { deleteRooms } from './delete-rooms.ts';
import { endAlerts } from './end-alerts.ts';
import { type ReopenedAlert, reopenAlerts } from './reopen-alerts.ts';
import { newStatusOf, prepareChanges, type PreparedChanges, type PrepareOptions } from './prepare-changes.ts';
import type { ChangedHome } from './audit-of-changes.ts';

type Write = Transaction<Schema>;

/** For a command of the operator, which plans and stores its changes in one transaction. */
export async function prepareAndStore(write: Write, result: ChangedHome, options: PrepareOptions): Promise<void> {
  await storeChanges(write, await prepareChanges(result, options));
}

/** Stores the changes within the caller's transaction, and records them in the audit log. Returns the alerts that are open again. */
export async function storeChanges(
  write: Write,
  { result, batches, kind, now, onProgress }: PreparedChanges,
): Promise<readonly ReopenedAlert[]> {
  const { changes } = result;
  let done = changes.length / 2;
  await clearChangedAliases(write, changes);
  const places = changes.filter(({ effect, node }) => effect !== 'removed' && node.level !== 'stream');
  for (const { node } of places) await storePlace(write, node);
  for (const { size, seen, unseen, audit } of batches) {
    await insertRows(write, seen, { update: [...givenColumns, 'seen_at', 'watched_since'] });
    await insertRows(write, unseen, { update: givenColumns });
    await insertRows(write, audit);
    done += size / 2;
    onProgress?.(Math.floor(done));
    await setImmediate();
  }
  const inactive = changes.filter((change) => newStatusOf(change) === 'INACTIVE').map(({ node }) => node.uuid);
  await endAlerts({ kind, write }, inactive, 'room-inactive', now);
  const active = changes.filter((change) => newStatusOf(change) === 'ACTIVE').map(({ node }) => node.uuid);
  const reopened = await reopenAlerts({ kind, write }, active, now);
  const removed = changes.filter(({ effect }) => effect === 'removed').map(({ node }) => node);
  for (const batch of batchesOf(nodesOf(removed, 'stream'))) await deleteRooms({ kind, write }, batch, now);
  for (const level of scopeLevels.toReversed()) {
    const uuids = nodesOf(removed, level).map(({ uuid }) => uuid);
    if (uuids.length > 0)
      await write
        .deleteFrom(level)
        .where(isIn(kind, 'uuid', uuids))
        .execute();
  }
  const ruled = changes.filter(affectsRules).map(({ node }) => node);
  await storeEffectiveRules(write, locationsOf(ruled, result.after));
  return reopened;
}

/** Whether the rules that apply to a room may have changed: its own, its type, or its place and the rules there. */
function affectsRules({ effect, node, fields }: Change): boolean {
  const names = ['rules', 'type', 'ward', 'location'];
  return (effect === 'added' && node.level === 'stream') || fields.some(({ name }) => names.includes(name));
}

/** The uuids of the locations that the nodes are in. */
function locationsOf(nodes: Home, home: Home): readonly string[] {
  const locationOfWard = new Map(nodesOf(home, 'ward').map(({ uuid, parentUUID }) => [uuid, parentUUID]));
  const found = nodes.map(({ level, uuid, parentUUID }) => {
    if (level === 'stream') return locationOfWard.get(parentUUID);
    return level === 'ward' ? parentUUID : uuid;
  });
  return [...new Set(found)].filter((uuid) => uuid !== undefined);
}

/** The columns that a home file gives. */
const givenColumns = ['display_name', 'ward_uuid', 'alias', 'type', 'status', 'own_rules'];

/** The alias column is unique. Old aliases are removed before new ones are written, so that two locations can swap them. */
async function clearChangedAliases(write: Write, changes: readonly Change[]): Promise<void> {
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
