/** Moves a client with its history to another cell, while its devices report and its boards are open. */
import { type Kysely, sql } from 'kysely';
import type { AuditSource } from '../../audit/record-audit.ts';
import type { Database } from '../../database/database.ts';
import { readSchemaVersion, schemaVersion } from '../../database/migrations/migrate.ts';
import type { Schema } from '../../database/schema.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import { completeArrival } from './arrive.ts';
import { ClientCopy } from './copy-client.ts';
import { leaveCell, lockPlaces } from './leave-cell.ts';
import { deleteArriving, freezeRooms, moveLockKey, readMove, releaseRooms } from './move-state.ts';
import { assertMovable } from './assert-movable.ts';

export type MoveStep = 'copy' | 'catch-up' | 'freeze' | 'copy-rest' | 'leave' | 'arrive' | 'audit';

export interface MoveOptions {
  /** The PostgreSQL of the cell in which the client is. */
  readonly source: Database;
  /** The PostgreSQL of the cell to which it moves. */
  readonly target: Database;
  /** The uuid of the client. */
  readonly client: string;
  /** The origin of the new cell, to which reports are forwarded and boards go. */
  readonly address: string;
  /** Whether a group means the same people in both cells, because they have the same identity provider. */
  readonly hasSharedGroups: boolean;
  readonly by: AuditSource;
  readonly now: () => number;
  /** Called before each step, and with the number of copied reports. */
  readonly onStep: (step: MoveStep, reports: number) => void | Promise<void>;
}

/** The rooms are frozen when the last round of catching up had so few rows, or after some rounds. */
const maxRowsToCatchUp = 500;
const maxRounds = 20;

/**
 * Moves the client, or completes a move whose command was killed. The client has moved with the commit in its old cell.
 * Until then a killed command leaves the client where it is: its servers release the rooms within about a second. Returns
 * the number of copied reports, 0 if they were copied before. Throws OperatorError.
 */
export async function moveClient(options: MoveOptions): Promise<number> {
  const { source, target, client } = options;
  for (const database of [source, target]) await assertSchema(database);
  return source.query.connection().execute(async (session) => {
    await lockMove(session, client);
    const move = await readMove(source.query, client);
    const hasMoved = move?.state === 'left' || move?.state === 'moved';
    if (!hasMoved) {
      await releaseRooms(source.query, client);
      await deleteArriving(target.query, client);
    }
    const reports = hasMoved ? 0 : await copyAndLeave(session, options);
    await completeArrival(options);
    return reports;
  });
}

async function assertSchema(database: Database): Promise<void> {
  if (database.kind !== 'postgres') throw new OperatorError('Clients move between cells on PostgreSQL only.');
  const version = await readSchemaVersion(database);
  if (version === schemaVersion) return;
  throw new OperatorError(
    `Both cells need schema version ${schemaVersion}, one has ${version}: update its servers, or use their build.`,
  );
}

async function lockMove(session: Kysely<Schema>, client: string): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_lock(${moveLockKey(client)}) as "isFree"`.execute(session);
  if (rows[0]?.isFree !== true) throw new OperatorError('Another command moves this client right now.');
}

async function copyAndLeave(session: Kysely<Schema>, options: MoveOptions): Promise<number> {
  const { source, target, client, address, by, now, onStep } = options;
  const name = await assertMovable(options);
  const arriving = await target.query.startTransaction().execute();
  try {
    const onProgress = (reports: number) => void onStep('copy', reports);
    const copy = new ClientCopy({ client, from: source.query, to: arriving, now, onProgress });
    await copy.copyPast();
    await onStep('catch-up', copy.reportCount());
    for (let round = 0; round < maxRounds && (await copy.catchUp()) > maxRowsToCatchUp; round += 1);
    await onStep('freeze', copy.reportCount());
    await freezeRooms(session, client, address);
    await onStep('copy-rest', copy.reportCount());
    await session.transaction().execute(async (leaving) => {
      await lockPlaces(leaving);
      await copy.copyRest();
      await arriving.insertInto('client_move').values({ client_uuid: client, state: 'arriving', address }).execute();
      await arriving.commit().execute();
      await onStep('leave', copy.reportCount());
      await leaveCell(leaving, { uuid: client, name }, { address, source: by });
    });
    return copy.reportCount();
  } catch (error) {
    if (!arriving.isCommitted)
      await arriving
        .rollback()
        .execute()
        .catch(() => undefined);
    await releaseRooms(source.query, client);
    throw error;
  }
}
