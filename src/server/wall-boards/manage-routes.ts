/** The calls with which managers add, change and revoke wall boards. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { wallBoardEndpoints } from '../../contract/wall-boards/wall-boards.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts';
import { createNotManagedError, requireManaged } from '../rights/manager.ts';
import { findScopePlaces } from '../rights/scope-places.ts';
import type { Schema } from '../database/schema.ts';
import type { ApiServer, ManagerCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { AppError } from '../shared/app-error.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import { requireVersion } from '../shared/object-version.ts';
import { errorOptionsOf, fieldProblem } from '../shared/reason.ts';
import { retryLater } from '../shared/retry-later.ts';
import { acceptUserCode } from './pairing.ts';
import { listWallBoards, type WallBoard } from './wall-board-queries.ts';
import type { WallBoardRoutesOptions } from './wall-board-routes.ts';

/** Of 20^8 codes a manager may try this many in ten minutes, the lifetime of a code (RFC 8628, section 5.1). */
const maxCodes = 10;
const windowMs = 600_000;
const maxManagers = 10_000;

type Query = Transaction<Schema>;

export function registerWallBoardManageRoutes(api: ApiServer, options: WallBoardRoutesOptions): void {
  const { database, now } = options;
  serveEndpoint(api, wallBoardEndpoints.listWallBoards, async ({ caller }) => ({
    items: (await listWallBoards(database, caller.managed, now())).map(withoutClient),
  }));

  registerAdd(api, options);
  registerChangeAndRemove(api, options);
}

function registerAdd(api: ApiServer, { database, now }: WallBoardRoutesOptions): void {
  const { query: db } = database;
  const attempts = createWindowLimit({ windowMs, maxKeys: maxManagers, now });

  serveEndpoint(api, wallBoardEndpoints.addWallBoard, async ({ caller, body, request }) => {
    const { userCode, name, mayAnswer } = body;
    const wardUUID = body.wardUUID.toLowerCase();
    const { clientUUID } = await requireManaged(db, caller, 'ward', wardUUID);
    const { subject } = caller.user;
    if (!attempts.take(subject, maxCodes)) throw retryLater('too-many-requests', errorOptionsOf('too-many-codes'), 60);
    const id = randomUUID();
    await db.transaction().execute(async (transaction) => {
      const row = { id, name, ward_uuid: wardUUID, may_answer: Number(mayAnswer), created_at: now() };
      await transaction
        .insertInto('wall_board')
        .values({ ...row, ...unused })
        .execute();
      const isShown = await acceptUserCode(transaction, { typed: userCode, boardId: id, now: now() });
      if (!isShown) throw new AppError('invalid-request', { errors: [fieldProblem('userCode', 'unknown-user-code')] });
      await recordAudit(transaction, {
        actor: actorOfUser(caller, request),
        at: now(),
        action: 'wall-board.add',
        clientUUID,
        object: { kind: 'wall-board', id, name },
        after: { place: await placeName(transaction, wardUUID), mayAnswer },
      });
    });
    attempts.forget(subject);
    return { id };
  });
}

function registerChangeAndRemove(api: ApiServer, { database, now, onRevoked }: WallBoardRoutesOptions): void {
  const { query: db } = database;

  serveEndpoint(api, wallBoardEndpoints.changeWallBoard, async ({ caller, params, body, request }) => {
    const { name, mayAnswer } = body;
    const wardUUID = body.wardUUID.toLowerCase();
    await db.transaction().execute(async (transaction) => {
      const board = await findManaged(transaction, caller, params.id, now());
      await requireManaged(transaction, caller, 'ward', wardUUID);
      requireVersion(withoutClient(board), body.version);
      const before = valuesOf(board);
      await transaction
        .updateTable('wall_board')
        .set({ name, ward_uuid: wardUUID, may_answer: Number(mayAnswer) })
        .where('id', '=', board.id)
        .execute();
      const after = { name, place: await placeName(transaction, wardUUID), mayAnswer };
      await recordAudit(transaction, {
        actor: actorOfUser(caller, request),
        at: now(),
        action: 'wall-board.change',
        ...auditFieldsOf(board),
        before,
        after,
      });
    });
    onRevoked();
    return null;
  });

  serveEndpoint(api, wallBoardEndpoints.removeWallBoard, async ({ caller, params, request }) => {
    await db.transaction().execute(async (transaction) => {
      const board = await findManaged(transaction, caller, params.id, now());
      await transaction.deleteFrom('wall_board').where('id', '=', board.id).execute();
      await recordAudit(transaction, {
        actor: actorOfUser(caller, request),
        at: now(),
        action: 'wall-board.remove',
        ...auditFieldsOf(board),
        before: valuesOf(board),
      });
    });
    onRevoked();
    return null;
  });
}

const unused = { token_hash: null, seen_at: null, test_tone_at: null, sound_checked_at: null, is_sound_heard: null };

function withoutClient({ clientUUID: _clientUUID, ...board }: WallBoard) {
  return board;
}

/**
 * Finds a board in the wards that the caller manages. Throws AppError `not-found`, or `forbidden` for one of another
 * ward that the caller sees.
 */
async function findManaged(query: Query, caller: ManagerCaller, id: string, now: number): Promise<WallBoard> {
  const [managed] = await listWallBoards({ query }, caller.managed, now, id.toLowerCase());
  if (managed !== undefined) return managed;
  const [seen] = await listWallBoards({ query }, caller.user.scopes, now, id.toLowerCase());
  requireFound(seen);
  throw createNotManagedError();
}

async function placeName(query: Query, wardUUID: string): Promise<string> {
  const scope = { kind: 'ward', uuid: wardUUID } as const;
  return (await findScopePlaces(query, [scope]))(scope)?.names.join(' > ') ?? wardUUID;
}

function valuesOf({ name, placeNames, mayAnswer }: WallBoard) {
  return { name, place: placeNames.join(' > '), mayAnswer };
}

function auditFieldsOf({ id, name, clientUUID }: WallBoard): Pick<AuditEntry, 'object' | 'clientUUID'> {
  return { object: { kind: 'wall-board', id, name }, clientUUID };
}
