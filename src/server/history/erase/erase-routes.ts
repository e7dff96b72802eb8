/** GET and DELETE /manage/streams/{id}/history. */
import { eraseHistoryEndpoints } from '../../../contract/history/erase-history.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import { namedRoomOf, selectNamedRooms } from '../../audit/named-room.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { type EndpointCall, serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireManaged } from '../../rights/manager.ts';
import { countErasable, eraseHistory } from './erase-history.ts';

type Call = Pick<EndpointCall<typeof eraseHistoryEndpoints.countErasableHistory>, 'caller' | 'params' | 'query'>;

interface EraseRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
}

export function registerEraseRoutes(api: ApiServer, { database, now }: EraseRoutesOptions): void {
  const { query: db } = database;

  async function findPast({ caller, params, query }: Call) {
    const uuid = params.id.toLowerCase();
    await requireManaged(db, caller, 'stream', uuid);
    const row = requireFound(await selectNamedRooms(db).where('stream.uuid', '=', uuid).executeTakeFirst());
    const before = query.before === undefined ? now() : Math.min(Date.parse(query.before), now());
    return { room: namedRoomOf(row), before };
  }

  serveEndpoint(api, eraseHistoryEndpoints.countErasableHistory, async (call) => {
    const { room, before } = await findPast(call);
    return countErasable(db, { stream: room.uuid, before });
  });

  serveEndpoint(api, eraseHistoryEndpoints.eraseHistory, async (call) => {
    const { room, before } = await findPast(call);
    return eraseHistory(database, room, before, { actor: actorOfUser(call.caller, call.request), at: now() });
  });
}
