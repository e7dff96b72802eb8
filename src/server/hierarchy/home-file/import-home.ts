/** Takes a file's hierarchy into the database: all of it in one transaction, or nothing. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { giveAliases } from './aliases.ts';
import { type Change, compareHomes } from './compare-homes.ts';
import { type DescribedHome, type Home, HomeFileError } from './home.ts';
import { loadHome } from './load-home.ts';
import { matchHome } from './match-home.ts';
import { storeHome } from './store-home.ts';

export interface ImportOptions {
  /** Only says what would change. */
  readonly isDryRun: boolean;
  /** What is not in the file goes. */
  readonly removeMissing: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Imported {
  readonly changes: readonly Change[];
  /** How many nodes were left as they were. */
  readonly unchanged: number;
}

/**
 * Throws HomeFileError with all that does not fit what is there, and changes nothing then.
 * The caller sees to it that no second one goes on at the same time.
 */
export async function importHome(database: Database, file: DescribedHome, options: ImportOptions): Promise<Imported> {
  return database.query.transaction().execute(async (transaction) => {
    const known = await loadHome(transaction);
    const { to, retired } = await planImport(transaction, file, known, options.removeMissing);
    const changes = compareHomes(known, to, retired);
    if (!options.isDryRun) await storeHome(transaction, changes, to, options.now);
    const touched = changes.filter(({ effect }) => effect !== 'removed').length;
    return { changes, unchanged: countOf(to) - touched };
  });
}

async function planImport(query: Transaction<Schema>, file: DescribedHome, known: Home, removeMissing: boolean) {
  const problems: string[] = [];
  const wanted = matchHome(file, known, problems, randomUUID);
  const missing = without(known, wanted);
  const retired = removeMissing ? await streamsWithHistory(query, missing) : new Set<string>();
  const stays = removeMissing ? keptFor(missing, retired) : missing;
  const named = giveAliases(wanted, stays, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
  const to = {
    clients: [...named.clients, ...stays.clients],
    locations: [...named.locations, ...stays.locations],
    wards: [...named.wards, ...stays.wards],
    streams: [...named.streams, ...stays.streams],
  };
  return { to, retired };
}

type Uuids = Readonly<Record<keyof Home, readonly { readonly uuid: string }[]>>;

function without({ clients, locations, wards, streams }: Home, file: Uuids): Home {
  const rest = <T extends { readonly uuid: string }>(
    nodes: readonly T[],
    named: readonly { readonly uuid: string }[],
  ) => {
    const uuids = new Set(named.map(({ uuid }) => uuid));
    return nodes.filter(({ uuid }) => !uuids.has(uuid));
  };
  return {
    clients: rest(clients, file.clients),
    locations: rest(locations, file.locations),
    wards: rest(wards, file.wards),
    streams: rest(streams, file.streams),
  };
}

/** Their reports have to keep their stream: what happened in a room happened, whoever lives there now. */
async function streamsWithHistory(query: Transaction<Schema>, { streams }: Home): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { uuid } of streams) {
    const report = query.selectFrom('report').select('sequence').where('stream_uuid', '=', uuid).limit(1);
    if ((await report.executeTakeFirst()) !== undefined) found.add(uuid);
  }
  return found;
}

/** Of what is missing: the streams with a history, no longer monitored, and all that something still lies beneath. */
function keptFor(missing: Home, retired: ReadonlySet<string>): Home {
  const streams = missing.streams
    .filter(({ uuid }) => retired.has(uuid))
    .map((stream) => ({ ...stream, status: 'INACTIVE' as const }));
  const wardUuids = new Set(streams.map(({ wardUUID }) => wardUUID));
  const wards = missing.wards.filter(({ uuid }) => wardUuids.has(uuid));
  const locationUuids = new Set(wards.map(({ locationUUID }) => locationUUID));
  const locations = missing.locations.filter(({ uuid }) => locationUuids.has(uuid));
  const clientUuids = new Set(locations.map(({ clientUUID }) => clientUUID));
  return { clients: missing.clients.filter(({ uuid }) => clientUuids.has(uuid)), locations, wards, streams };
}

function countOf({ clients, locations, wards, streams }: Home): number {
  return clients.length + locations.length + wards.length + streams.length;
}
