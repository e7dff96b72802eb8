import type { Transaction } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Schema } from '../../../database/schema.ts';
import { type FileHome, type Home, HomeFileError, type HomeNode, levels, nodesOf } from '../home.ts';
import { loadHome } from '../load-home.ts';
import { assignAliases } from './assign-aliases.ts';
import { type Change, compareHomes } from './compare-homes.ts';
import { matchHome } from './match-home.ts';
import { findReportedStreams } from './reported-streams.ts';
import { storeChanges } from './store-changes.ts';

export interface ImportOptions {
  /** Return the changes without storing them. */
  readonly isDryRun: boolean;
  /** Remove the nodes that the file does not mention. */
  readonly removeMissing: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
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
  return database.query.transaction().execute(async (transaction) => {
    const stored = await loadHome(transaction);
    const { to, retired } = await planImport(transaction, file, stored, options.removeMissing);
    const changes = compareHomes(stored, to, retired);
    if (!options.isDryRun) await storeChanges(transaction, changes, options.now);
    const changed = changes.filter(({ effect }) => effect !== 'removed').length;
    return { changes, unchanged: to.length - changed, before: stored, after: to };
  });
}

async function planImport(query: Transaction<Schema>, file: FileHome, stored: Home, removeMissing: boolean) {
  const problems: string[] = [];
  const planned = matchHome(file, stored, problems);
  const mentioned = new Set(planned.map(({ node }) => `${node.level} ${node.uuid}`));
  const missing = stored.filter((node) => !mentioned.has(`${node.level} ${node.uuid}`));
  const retired = removeMissing ? await findReportedStreams(query, missing) : new Set<string>();
  const kept = removeMissing ? retireStreams(missing, retired) : missing;
  const nodes = assignAliases(planned, kept, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
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
