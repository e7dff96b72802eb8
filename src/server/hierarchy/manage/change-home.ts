/** Changes places and rooms within the rights of a user: an import of a part of a home, and removals, in one transaction. */
import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isCovered } from '../../../domain/user.ts';
import type { AuditActor } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { hasShownAlert } from '../../database/open-alerts.ts';
import type { Schema } from '../../database/schema.ts';
import { requireFound } from '../../http/require-found.ts';
import { AppError } from '../../shared/app-error.ts';
import { refusedAs } from '../../shared/reason.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { type FileHome, type Home, HomeFileError, type HomeNode } from '../home-file/home.ts';
import { type Change, compareHomes } from '../home-file/import/compare-homes.ts';
import type { ChangedHome } from '../home-file/import/audit-of-changes.ts';
import { planHome } from '../home-file/import/import-home.ts';
import { FirstReportError } from '../home-file/import/delete-rooms.ts';
import { prepareChanges } from '../home-file/import/prepare-changes.ts';
import type { ReopenedAlert } from '../home-file/import/reopen-alerts.ts';
import { storeChanges } from '../home-file/import/store-changes.ts';
import { loadHome } from '../home-file/load-home.ts';
import { type AlertCount, countAlerts } from './count-alerts.ts';
import { findAffectedLocations } from './affected-locations.ts';
import { readRemovals, requireRights, requireVersions } from './check-change.ts';
import { createPlaceOf, keyOf, type Rights, subtreesOf, visibleHome } from './managed-home.ts';
import { type HomeChangeRequest, readChange, type SentNode } from './read-change.ts';

/** Of a change that a command of the operator interrupts. */
const maxAttempts = 5;

export interface ChangeOptions {
  readonly rights: Rights;
  readonly isDryRun: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly actor: AuditActor;
  /** Called with the number of changes that are done, and that of all. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface HomeChangeResult extends ChangedHome {
  /** The number of rooms with an open alert that are removed or become INACTIVE, by status. */
  readonly alerts: readonly AlertCount[];
  /** The alerts that are open again, because their rooms were INACTIVE for a short time. */
  readonly reopened: readonly ReopenedAlert[];
}

/**
 * Throws AppError: `not-found` for what the user may not see, `forbidden` for what the user may only see, `conflict` when
 * somebody has changed a node since the change was made, `invalid-request` for invalid values. Nothing changes then.
 */
export async function changeHome(database: Database, request: HomeChangeRequest, options: ChangeOptions) {
  const { kind } = database;
  const load = async (query: Kysely<Schema>) => loadHome(query, await findAffectedLocations({ kind, query }, request));
  return inHome(database, options, load, async ({ visible, hidden }) => {
    const { file, sent } = readChange(request, visible, hidden);
    const removed = readRemovals(request, visible);
    const removedNodes = new Set(subtreesOf(visible, removed));
    const mentioned = new Set(sent.map(({ stored }) => stored));
    const isContradictory = removed.some((node) => mentioned.has(node));
    if (isContradictory) throw invalid('remove', 'removes what `clients` changes');
    return { file, sent, isRemoved: (node: HomeNode) => removedNodes.has(node) };
  });
}

/** Imports a home file. `removeMissing`: removes what the user may change and the file does not mention. */
export async function importFile(
  database: Database,
  file: FileHome,
  options: ChangeOptions & { readonly removeMissing: boolean },
) {
  const { rights, removeMissing } = options;
  return inHome(database, options, loadHome, async ({ visible }) => {
    const placeOf = createPlaceOf(visible);
    return { file, sent: [], isRemoved: (node: HomeNode) => removeMissing && isCovered(rights.managed, placeOf(node)) };
  });
}

interface PlannedChange {
  readonly file: FileHome;
  readonly sent: readonly SentNode[];
  readonly isRemoved: (node: HomeNode) => boolean;
}

async function inHome(
  database: Database,
  options: ChangeOptions,
  load: (query: Kysely<Schema>) => Promise<Home>,
  plan: (home: { readonly visible: Home; readonly hidden: Home }) => Promise<PlannedChange>,
): Promise<HomeChangeResult> {
  const { query } = database;
  return database.withExclusiveLock(async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const version = database.externalWriteVersion();
      const planned = await planInHome(query, options.rights, load, plan);
      if (options.isDryRun) return planned;
      const { kind } = database;
      const onProgress = (done: number) => options.onProgress?.(done, planned.changes.length);
      const prepared = await prepareChanges(planned, { ...options, kind, onProgress });
      const reopened = await query.transaction().execute(async (transaction) => {
        if (database.externalWriteVersion() !== version) return undefined;
        return store(transaction, prepared);
      });
      if (reopened !== undefined) {
        database.hierarchyChanged();
        return { ...planned, reopened };
      }
    }
    throw retryLater('unavailable', 'The home is being changed.', 1);
  });
}

/**
 * Outside the transaction, because reports wait for it on SQLite. Only a command of the operator can change the home
 * meanwhile. Then the change is planned again.
 */
async function planInHome(
  query: Kysely<Schema>,
  rights: Rights,
  load: (query: Kysely<Schema>) => Promise<Home>,
  plan: (home: { readonly visible: Home; readonly hidden: Home }) => Promise<PlannedChange>,
): Promise<HomeChangeResult> {
  const before = await load(query);
  const visible = visibleHome(before, rights.seen);
  const shown = new Set(visible);
  const hidden = before.filter((node) => !shown.has(node));
  const { file, sent, isRemoved } = await plan({ visible, hidden });
  const { to, retired } = await planChange(query, file, { stored: visible, hidden, isRemoved });
  // A file can name the uuid of a node that the user may not see.
  const hiddenKeys = new Set(hidden.map(keyOf));
  const isHidden = hidden.length > 0 && to.some((node) => hiddenKeys.has(keyOf(node)));
  requireFound(isHidden ? undefined : to);
  const after = [...to, ...hidden];
  const changes = compareHomes(before, after, retired);
  await setImmediate();
  requireVersions(sent, after);
  requireRights(changes, { before, after }, rights);
  return { changes, before, after, alerts: await countHiddenAlerts(query, changes), reopened: [] };
}

/** The errors of an import, as answers of the API. */
async function planChange(query: Kysely<Schema>, file: FileHome, options: Parameters<typeof planHome>[2]) {
  try {
    return await planHome(query, file, options);
  } catch (error) {
    if (!(error instanceof HomeFileError)) throw error;
    throw new AppError('invalid-request', { errors: error.problems });
  }
}

async function store(...args: Parameters<typeof storeChanges>) {
  try {
    return await storeChanges(...args);
  } catch (error) {
    if (error instanceof FirstReportError)
      throw retryLater('unavailable', refusedAs('first-report', { name: error.room }), 1);
    throw error;
  }
}

async function countHiddenAlerts(query: Kysely<Schema>, changes: readonly Change[]): Promise<readonly AlertCount[]> {
  const hidden = new Set(
    changes.flatMap(({ effect, node, fields }) => {
      const isSetInactive = fields.some(({ name, to }) => name === 'status' && to === 'INACTIVE');
      return node.level === 'stream' && (effect === 'removed' || isSetInactive) ? [node.uuid] : [];
    }),
  );
  if (hidden.size === 0) return [];
  const rows = await query.selectFrom('stream').select(['uuid', 'open_alerts']).where(hasShownAlert()).execute();
  return countAlerts(rows.filter(({ uuid }) => hidden.has(uuid)).map((row) => row.open_alerts));
}

function invalid(field: string, reason: string): AppError {
  return new AppError('invalid-request', { errors: [{ field, reason }] });
}
