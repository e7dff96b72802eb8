import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { AuditActor } from '../../../audit/record-audit.ts';
import type { Database } from '../../../database/database.ts';
import type { Schema } from '../../../database/schema.ts';
import { type FileHome, type Home, HomeFileError, type HomeNode, levels, nodesOf } from '../home.ts';
import type { FieldProblem } from '../../../shared/reason.ts';
import { loadHome } from '../load-home.ts';
import { assignAliases } from './assign-aliases.ts';
import { type Change, compareHomes } from './compare-homes.ts';
import { matchHome } from './match-home.ts';
import { findReportedStreams } from './reported-streams.ts';
import { prepareAndStore } from './store-changes.ts';

export interface ImportOptions {
  /** Return the changes without storing them. */
  readonly isDryRun: boolean;
  /** Remove the nodes that the file does not mention. */
  readonly removeMissing: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Who makes the changes. Default: the server. */
  readonly actor?: AuditActor | undefined;
}

export interface ImportResult {
  readonly changes: readonly Change[];
  readonly unchanged: number;
  /** The hierarchy before and after the changes. */
  readonly before: Home;
  readonly after: Home;
}

/**
 * Imports the home of a file in one transaction.
 * Throws HomeFileError if the file contradicts itself or the stored home. Nothing changes then.
 * The caller must prevent two imports at the same time.
 */
export async function importHome(database: Database, file: FileHome, options: ImportOptions): Promise<ImportResult> {
  const result = await database.query.transaction().execute(async (transaction) => {
    const stored = await loadHome(transaction);
    const isRemoved = () => options.removeMissing;
    const { to, retired } = await planHome(transaction, file, { stored, isRemoved });
    const changes = compareHomes(stored, to, retired);
    const planned = { changes, before: stored, after: to };
    if (!options.isDryRun) await prepareAndStore(transaction, planned, { kind: database.kind, ...options });
    const changed = changes.filter(({ effect }) => effect !== 'removed').length;
    return { ...planned, unchanged: to.length - changed };
  });
  if (!options.isDryRun) database.hierarchyChanged();
  return result;
}

interface PlanOptions {
  readonly stored: Home;
  /** Stored nodes that the file cannot mean. Their aliases are in use. */
  readonly hidden?: Home;
  /** Whether a stored node that the file does not mention is removed. */
  readonly isRemoved: (node: HomeNode) => boolean;
}

/** Returns the home as the file wants it, without `hidden`. `retired`: streams that stay because they have reports. */
export async function planHome(query: Kysely<Schema>, file: FileHome, { stored, hidden = [], isRemoved }: PlanOptions) {
  const problems: FieldProblem[] = [];
  const planned = matchHome(file, stored, problems);
  await setImmediate();
  const mentioned = new Set(planned.map(({ node }) => `${node.level} ${node.uuid}`));
  const missing = stored.filter((node) => !mentioned.has(`${node.level} ${node.uuid}`));
  const removed = missing.filter(isRemoved);
  const retired = removed.length > 0 ? await findReportedStreams(query, removed) : new Set<string>();
  const kept = [...missing.filter((node) => !isRemoved(node)), ...retireStreams(removed, retired)];
  await setImmediate();
  const nodes = assignAliases(planned, { kept, hidden }, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
  await setImmediate();
  return { to: [...nodes, ...kept], retired };
}

/** Returns the retired streams as INACTIVE, with the wards, locations and clients above them. */
function retireStreams(missing: Home, retired: ReadonlySet<string>): HomeNode[] {
  const kept: HomeNode[] = nodesOf(missing, 'stream')
    .filter(({ uuid }) => retired.has(uuid))
    .map((stream) => ({ ...stream, status: 'INACTIVE' }));
  for (const level of levels.toReversed()) {
    const parents = new Set(kept.map(({ parentUUID }) => parentUUID));
    if (level !== 'stream') kept.push(...nodesOf(missing, level).filter(({ uuid }) => parents.has(uuid)));
  }
  return kept;
}
