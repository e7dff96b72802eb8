/** Makes the rows of the changes of a home, so that the transaction that stores them is short: on SQLite reports wait for it. */
import { setImmediate } from 'node:timers/promises';
import { serverActor } from '../../../audit/audit-actors.ts';
import { type AuditActor, auditRow } from '../../../audit/record-audit.ts';
import { batchesOf } from '../../../database/batches.ts';
import type { DatabaseKind } from '../../../database/database.ts';
import { type RowsAsJson, rowsAsJson } from '../../../database/insert-rows.ts';
import type { StreamNode } from '../home.ts';
import { type ChangedHome, createAuditOf } from './audit-of-changes.ts';
import type { Change } from './compare-homes.ts';

export interface PrepareOptions {
  readonly kind: DatabaseKind;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Who makes the changes. Default: the server. */
  readonly actor?: AuditActor | undefined;
  /** Called with the number of changes that are done, after each batch. A change is prepared, then stored. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** What `storeChanges` writes. */
export interface PreparedChanges extends PrepareOptions {
  readonly result: ChangedHome;
  readonly batches: readonly PreparedBatch[];
}

interface PreparedBatch {
  readonly size: number;
  /** New rooms, and those that are ACTIVE again. */
  readonly seen: RowsAsJson;
  readonly unseen: RowsAsJson;
  readonly audit: RowsAsJson;
}

/** Between two batches the event loop does other work. */
export async function prepareChanges(result: ChangedHome, options: PrepareOptions): Promise<PreparedChanges> {
  const { kind, now, actor = serverActor, onProgress } = options;
  const auditOf = createAuditOf(result, { actor, at: now });
  // A device needs time to report for a room that is new or ACTIVE again, so such a room counts as seen now.
  const seenNow = { seen_at: now, watched_since: now };
  const batches: PreparedBatch[] = [];
  let done = 0;
  for (const batch of batchesOf(result.changes)) {
    const [seen, unseen] = [batch.filter(isSeenNow), batch.filter((change) => !isSeenNow(change))];
    const rowsOf = (changes: readonly Change[], values: object) =>
      changes.flatMap(storedRoom).map((room) => ({ ...rowOfStream(room), ...initialState, ...values }));
    batches.push({
      size: batch.length,
      seen: rowsAsJson(kind, 'stream', rowsOf(seen, seenNow)),
      unseen: rowsAsJson(kind, 'stream', rowsOf(unseen, {})),
      audit: rowsAsJson(kind, 'audit_event', batch.flatMap(auditOf).map(auditRow)),
    });
    done += batch.length / 2;
    onProgress?.(Math.floor(done));
    await setImmediate();
  }
  return { ...options, result, batches };
}

/** The room as it is to be stored. A removed one is not. */
function storedRoom({ effect, node }: Change): readonly StreamNode[] {
  return effect === 'removed' || node.level !== 'stream' ? [] : [node];
}

function isSeenNow(change: Change): boolean {
  return change.effect === 'added' || newStatusOf(change) === 'ACTIVE';
}

export function newStatusOf({ fields }: Change): string | null | undefined {
  return fields.find(({ name }) => name === 'status')?.to;
}

const initialState = {
  room_status: -1,
  last_notification: null,
  last_notification_sent: null,
  revision: 0,
  reported_at: null,
} as const;

function rowOfStream({
  uuid,
  displayName: display_name,
  parentUUID: ward_uuid,
  alias,
  type,
  status,
  rules,
}: StreamNode) {
  return { uuid, display_name, ward_uuid, alias, type, status, own_rules: rules };
}
