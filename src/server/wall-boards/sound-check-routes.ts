/** The calls with which staff prove that a wall board can be heard, without touching it. */
import { wallBoardEndpoints } from '../../contract/wall-boards/wall-boards.ts';
import { shiftAt } from '../../domain/local-time/shifts.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer, UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { isVisibleWard } from '../rights/visible.ts';
import { readWardTime } from '../rules/ward-time.ts';
import { listWallBoards } from './wall-board-queries.ts';

interface SoundCheckRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
}

export function registerSoundCheckRoutes(api: ApiServer, { database, now }: SoundCheckRoutesOptions): void {
  const { query: db } = database;

  serveEndpoint(api, wallBoardEndpoints.listUncheckedWallBoards, async ({ caller, query }) => {
    const wardUUID = query.wardUUID.toLowerCase();
    const ward = db.selectFrom('ward').select('uuid').where('uuid', '=', wardUUID);
    requireFound(await ward.where(isVisibleWard(caller.user.scopes)).executeTakeFirst());
    const { clock, shifts } = await readWardTime(db, [wardUUID]);
    const { from } = shiftAt(clock, shifts, now());
    const boards = await listWallBoards(database, [{ kind: 'ward', uuid: wardUUID }], now());
    const unchecked = boards.filter(
      ({ shown, soundCheck }) =>
        shown !== null && (soundCheck === null || !soundCheck.isHeard || Date.parse(soundCheck.at) < from),
    );
    return { items: unchecked.map(({ id, name }) => ({ id, name })) };
  });

  /** Finds a board of a ward that the caller sees. */
  async function findSeen({ user }: UserCaller, id: string): Promise<string> {
    const [board] = await listWallBoards(database, user.scopes, now(), id.toLowerCase());
    return requireFound(board).id;
  }

  serveEndpoint(api, wallBoardEndpoints.playTestTone, async ({ caller, params }) => {
    const id = await findSeen(caller, params.id);
    await db.updateTable('wall_board').set({ test_tone_at: now() }).where('id', '=', id).execute();
    return null;
  });

  serveEndpoint(api, wallBoardEndpoints.answerTestTone, async ({ caller, params, body }) => {
    const id = await findSeen(caller, params.id);
    await db
      .updateTable('wall_board')
      .set({ sound_checked_at: now(), is_sound_heard: Number(body.isHeard) })
      .where('id', '=', id)
      .execute();
    return null;
  });
}
