/** Authenticates wall boards by their token. A board may see its ward and has no role, so all other calls refuse it. */
import type { WallBoardAccess } from '../../contract/endpoint.ts';
import type { User } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isInList } from '../database/is-in-list.ts';
import type { RecheckCallers, UserCaller } from '../http/api-server.ts';
import type { AuthenticateUser } from '../rights/manager.ts';
import { AppError } from '../shared/app-error.ts';
import { createTtlCache } from '../shared/cache/ttl-cache.ts';
import { retryLater } from '../shared/retry-later.ts';
import { hashSecret, wallBoardTokenOf } from './pairing-codes.ts';

const cacheMs = 1_000;

export type WallBoardAuthenticator = ReturnType<typeof createWallBoardAuthenticator>;

interface FoundBoard {
  readonly id: string;
  readonly name: string;
  readonly wardUUID: string;
  readonly mayAnswer: boolean;
}

/** The subject of a wall board, in place of that of a person. */
export function subjectOfWallBoard(id: string): string {
  return `wall-board:${id}`;
}

/** A change takes effect within a second, at open live connections within three. */
export function createWallBoardAuthenticator(database: Database) {
  const cache = createTtlCache<FoundBoard | undefined>({ ttlMs: cacheMs, now: () => performance.now() });

  async function authenticate(token: string, wallBoards: WallBoardAccess | undefined): Promise<UserCaller> {
    const tokenHash = hashSecret(token);
    const board = await cache
      .get(tokenHash, () => findByToken(database, tokenHash))
      .catch((error: unknown) => {
        if (database.isUnavailable(error))
          throw retryLater('unavailable', 'Wall boards cannot be looked up right now.');
        throw error;
      });
    if (board === undefined) {
      throw new AppError('unauthenticated', {
        detail: 'This screen is no longer a wall board.',
        members: { reason: 'revoked' },
      });
    }
    if (wallBoards === undefined) throw new AppError('forbidden', { detail: 'A wall board may not make this call.' });
    if (wallBoards === 'answer' && !board.mayAnswer) {
      throw new AppError('forbidden', { detail: 'Alerts cannot be answered on this wall board.' });
    }
    const { id } = board;
    return {
      user: userOfBoard(board),
      groups: [],
      tokenId: subjectOfWallBoard(id),
      sessionId: undefined,
      expiresAt: Number.POSITIVE_INFINITY,
      wallBoard: { id },
    };
  }

  return {
    /** Authenticates a wall board by its token, and everybody else as before. */
    authenticateUserOr:
      (authenticateUser: AuthenticateUser): AuthenticateUser =>
      (authorization, request, wallBoards) => {
        const token = wallBoardTokenOf(authorization);
        return token === undefined ? authenticateUser(authorization, request) : authenticate(token, wallBoards);
      },
    /** Checks the callers of open connections: wall boards here, and everybody else as before. */
    recheckWith:
      (recheckUsers: RecheckCallers): RecheckCallers =>
      async (callers) => {
        const isPerson = ({ wallBoard }: UserCaller) => wallBoard === undefined;
        const persons = callers.filter(isPerson);
        const ids = callers.flatMap(({ wallBoard }) => wallBoard?.id ?? []);
        const [users, boards] = await Promise.all([
          persons.length === 0 ? [] : recheckUsers(persons),
          ids.length === 0 ? new Map<string, User>() : findUsersOfBoards(database, ids),
        ]);
        const userOf = new Map(persons.map((caller, index) => [caller, users[index]]));
        return callers.map((caller) =>
          caller.wallBoard === undefined ? userOf.get(caller) : boards.get(caller.wallBoard.id),
        );
      },
    /** Makes a change of a board take effect at its next call. */
    forget: cache.clear,
  };
}

function userOfBoard({ id, name, wardUUID }: FoundBoard): User {
  return {
    subject: subjectOfWallBoard(id),
    displayName: name,
    rights: [],
    roles: [],
    scopes: [{ kind: 'ward', uuid: wardUUID }],
  };
}

function selectBoards({ query }: Pick<Database, 'query'>) {
  return query.selectFrom('wall_board').select(['id', 'name', 'ward_uuid as wardUUID', 'may_answer']);
}

async function findByToken(database: Database, tokenHash: string): Promise<FoundBoard | undefined> {
  const row = await selectBoards(database).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row && { ...row, mayAnswer: row.may_answer === 1 };
}

async function findUsersOfBoards(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, User>> {
  const rows = await selectBoards(database)
    .where(isInList(database.kind, 'id', [...new Set(ids)]))
    .where('token_hash', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, userOfBoard({ ...row, mayAnswer: row.may_answer === 1 })]));
}
