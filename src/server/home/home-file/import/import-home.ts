import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { serverActor } from '../../../audit/audit-actors.ts';
import type { AuditActor } from '../../../audit/record-audit.ts';
import type { Database } from '../../../database/database.ts';
import type { Schema } from '../../../database/schema.ts';
import { requireFound } from '../../../http/require-found.ts';
import type { FieldProblem } from '../../../shared/reason.ts';
import { retryLater } from '../../../shared/retry-later.ts';
import type { Manager } from '../../manage/home-edit.ts';
import type { HomeAction } from '../../manage/home-events.ts';
import { type FileHome, type Home, HomeFileError, type HomeNode, homeLevels, nodesOfLevel } from '../home.ts';
import { loadHome } from '../load-home.ts';
import { assignAliases } from './assign-aliases.ts';
import { checkContacts } from './check-contacts.ts';
import { checkMoves } from './check-moves.ts';
import { compareHomes, type HomeChange } from './compare-homes.ts';
import type { ChangedHome } from './events-of-changes.ts';
import { canChangePlace, requireImportRights } from './import-rights.ts';
import { matchHome } from './match-home.ts';
import { createPlaceLookup, nodeKeyOf, selectVisibleHome } from './place-of-node.ts';
import { storeChanges } from './store-changes.ts';

export interface ImportOptions {
  /** Whether the import only returns the changes and stores nothing. */
  readonly isDryRun: boolean;
  /** Whether the import removes the nodes that the file does not mention and that the caller may remove. */
  readonly removeMissing: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Who makes the changes. Default: the server. */
  readonly actor?: AuditActor | undefined;
  /** The action in the audit log. Default: `home.import`. */
  readonly action?: HomeAction;
  /** The user whose rights limit the import. Default: none, so that the import may change everything. */
  readonly caller?: Manager | undefined;
  /** Called with the changes before they are stored. Throws to refuse the import. */
  readonly accept?: (changes: readonly HomeChange[]) => void;
}

export interface ImportResult extends ChangedHome {
  readonly unchanged: number;
}

/**
 * Imports the home of a file. Throws HomeFileError if the file contradicts itself or the stored home, AppError
 * `not-found` or `forbidden` for what the caller may not see or change, `unavailable` when a command changes the home
 * meanwhile. After an error nothing has changed. The caller must prevent two imports at the same time.
 */
export async function importHome(database: Database, file: FileHome, options: ImportOptions): Promise<ImportResult> {
  const { caller, isDryRun, actor = serverActor, now: at, action = 'home.import' } = options;
  const version = database.externalWriteVersion();
  // A server plans before the transaction, because reports wait for a transaction on SQLite. A command plans within it,
  // because each report that the server stores in the meantime would count as a change.
  const isPlannedBefore = isDryRun || caller !== undefined;
  const before = isPlannedBefore ? await planImport(database.query, file, options) : undefined;
  if (isDryRun && before !== undefined) return before;
  const result = await database.query.transaction().execute(async (write) => {
    const isOutdated = before !== undefined && database.externalWriteVersion() !== version;
    if (isOutdated) throw retryLater('unavailable', 'The home is being changed.', 1);
    const planned = before ?? (await planImport(write, file, options));
    await storeChanges({ kind: database.kind, write }, planned, { actor, at, action });
    return planned;
  });
  database.hierarchyChanged();
  return result;
}

async function planImport(query: Kysely<Schema>, file: FileHome, options: ImportOptions): Promise<ImportResult> {
  const { caller, removeMissing, accept } = options;
  const before = await loadHome(query);
  // Nodes that the user may not see are left out. A file with the uuid of such a node gets the same response as for an
  // unknown uuid.
  const stored = caller === undefined ? before : selectVisibleHome(before, caller.user.scopes);
  const shown = new Set(stored);
  const hidden = before.filter((node) => !shown.has(node));
  const placeOf = createPlaceLookup(stored);
  const isRemoved = (node: HomeNode) =>
    removeMissing && (caller === undefined || canChangePlace(caller.managed, node, placeOf(node)));
  const { to, retired } = await planHome(query, file, { stored, hidden, isRemoved });
  const hiddenKeys = new Set(hidden.map(nodeKeyOf));
  requireFound(to.some((node) => hiddenKeys.has(nodeKeyOf(node))) ? undefined : to);
  const after = [...to, ...hidden];
  const changes = compareHomes(before, after, retired);
  await setImmediate();
  if (caller !== undefined) requireImportRights({ changes, before, after }, caller.managed);
  accept?.(changes);
  const changedCount = changes.filter(({ effect }) => effect !== 'removed').length;
  return { changes, before, after, unchanged: after.length - changedCount };
}

interface PlanOptions {
  readonly stored: Home;
  /** The stored nodes that the user may not see. The file cannot match them, but their aliases are in use. */
  readonly hidden: Home;
  /** Whether a stored node that the file does not mention is removed. */
  readonly isRemoved: (node: HomeNode) => boolean;
}

/** Plans the home after the import, without `hidden`. `retired`: streams that stay because they have reports. */
async function planHome(query: Kysely<Schema>, file: FileHome, { stored, hidden, isRemoved }: PlanOptions) {
  const problems: FieldProblem[] = [];
  const planned = matchHome(file, stored, problems);
  await checkContacts(query, planned, stored, problems);
  await setImmediate();
  const mentioned = new Set(planned.map(({ node }) => nodeKeyOf(node)));
  const missing = stored.filter((node) => !mentioned.has(nodeKeyOf(node)));
  const removed = missing.filter(isRemoved);
  const reported = await query.selectFrom('stream').select('uuid').where('has_reports', '=', 1).execute();
  const withReports = new Set(reported.map(({ uuid }) => uuid));
  checkMoves(planned, stored, withReports, problems);
  const removedRooms = nodesOfLevel(removed, 'stream').map(({ uuid }) => uuid);
  const retired = new Set(removedRooms.filter((uuid) => withReports.has(uuid)));
  const kept = [...missing.filter((node) => !isRemoved(node)), ...retireStreams(removed, retired)];
  await setImmediate();
  const nodes = assignAliases(planned, { kept, hidden }, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
  await setImmediate();
  return { to: [...nodes, ...kept], retired };
}

/** Returns the retired streams as INACTIVE, with their wards, locations and clients. */
function retireStreams(missing: Home, retired: ReadonlySet<string>): HomeNode[] {
  const kept: HomeNode[] = nodesOfLevel(missing, 'stream')
    .filter(({ uuid }) => retired.has(uuid))
    .map((stream) => ({ ...stream, status: 'INACTIVE' }));
  for (const level of homeLevels.toReversed()) {
    const parents = new Set(kept.map(({ parentUUID }) => parentUUID));
    if (level !== 'stream') kept.push(...nodesOfLevel(missing, level).filter(({ uuid }) => parents.has(uuid)));
  }
  return kept;
}
