import type { Transaction } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import { OperatorError } from '../../../shared/operator-error.ts';
import type { HomeNode } from '../home.ts';
import type { Change } from './compare-homes.ts';

type Write = Transaction<Schema>;

/** Stores the changes within the caller's transaction. `now`: epoch milliseconds. */
export async function storeChanges(write: Write, changes: readonly Change[], now: number): Promise<void> {
  await clearChangedAliases(write, changes);
  for (const { effect, node, fields } of changes) {
    // A stream that becomes ACTIVE counts as seen now. Otherwise it would be offline before its device can report.
    const isReactivated = fields.some(({ name, to }) => name === 'status' && to === 'ACTIVE');
    if (effect === 'removed') await deleteNode(write, node);
    else await storeNode(write, node, { isNew: effect === 'added', seen: isReactivated ? { seen_at: now } : {}, now });
  }
}

const initialState = {
  room_status: -1,
  last_notification: null,
  last_notification_sent: null,
  revision: 0,
  reported_at: null,
} as const;

/** The alias column is unique. Old aliases are removed before new ones are written, so that two locations can swap them. */
async function clearChangedAliases(write: Write, changes: readonly Change[]): Promise<void> {
  for (const { effect, node, fields } of changes) {
    if (node.level !== 'location') continue;
    if (effect !== 'removed' && !fields.some(({ name }) => name === 'alias')) continue;
    await write.updateTable('location').set({ alias: null }).where('uuid', '=', node.uuid).execute();
  }
}

async function storeNode(
  write: Write,
  node: HomeNode,
  { isNew, seen, now }: { isNew: boolean; seen: { seen_at?: number }; now: number },
): Promise<void> {
  const { uuid, displayName: display_name, parentUUID, alias } = node;
  switch (node.level) {
    case 'client': {
      const row = { uuid, display_name };
      if (isNew) await write.insertInto('client').values(row).execute();
      else await write.updateTable('client').set(row).where('uuid', '=', uuid).execute();
      return;
    }
    case 'location': {
      const row = { uuid, display_name, client_uuid: parentUUID, alias };
      if (isNew) await write.insertInto('location').values(row).execute();
      else await write.updateTable('location').set(row).where('uuid', '=', uuid).execute();
      return;
    }
    case 'ward': {
      const row = { uuid, display_name, location_uuid: parentUUID };
      if (isNew) await write.insertInto('ward').values(row).execute();
      else await write.updateTable('ward').set(row).where('uuid', '=', uuid).execute();
      return;
    }
    case 'stream': {
      const { type, status, rules } = node;
      const row = { uuid, display_name, ward_uuid: parentUUID, alias, type, status, rules, ...seen };
      const initial = { ...row, ...initialState, seen_at: now };
      if (isNew) await write.insertInto('stream').values(initial).execute();
      else await write.updateTable('stream').set(row).where('uuid', '=', uuid).execute();
    }
  }
}

/** The entries that the watchdog wrote for a removed stream stay in the report log, until they are pruned. */
async function deleteNode(write: Write, { level, uuid, displayName }: HomeNode): Promise<void> {
  if (level !== 'stream') {
    await write.deleteFrom(level).where('uuid', '=', uuid).execute();
    return;
  }
  await write.deleteFrom('observation').where('stream_uuid', '=', uuid).execute();
  const deletion = write.deleteFrom('stream').where('uuid', '=', uuid).where('has_reports', '=', 0);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  if (numDeletedRows === 1n) return;
  throw new OperatorError(`${displayName} has just sent its first report. Nothing is removed: try again.`);
}
