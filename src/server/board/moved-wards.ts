import type * as z from 'zod/mini';
import type { MovedProblem } from '../../contract/moved-problem.ts';
import { isPlaceCovered, type Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../shared/app-error.ts';
import { retryLater } from '../shared/retry-later.ts';

/**
 * Refuses wards or locations that the user does not see here. Throws AppError `moved` with the origin of the new cell
 * when one of them has moved there and the user may see it, `unavailable` while it takes no reports there, and otherwise
 * `not-found`. `uuids`: in lower case.
 */
export async function refuseWards(
  query: Database['query'],
  scopes: readonly Scope[],
  uuids: readonly string[],
): Promise<never> {
  const places = await query
    .selectFrom('moved_room')
    .innerJoin('client_move', 'client_move.client_uuid', 'moved_room.client_uuid')
    .select(['moved_room.client_uuid as clientUUID', 'location_uuid as locationUUID', 'ward_uuid as wardUUID'])
    .select(['client_move.address', 'client_move.state'])
    .distinct()
    .where(({ or, eb }) => or([eb('ward_uuid', 'in', uuids), eb('location_uuid', 'in', uuids)]))
    .execute();
  const moved = places.find((place) => isPlaceCovered(scopes, place));
  if (moved === undefined) throw new AppError('not-found');
  if (moved.state === 'left') throw retryLater('unavailable', 'The rooms are moving to another server.');
  const members: z.output<typeof MovedProblem> = { address: moved.address };
  throw new AppError('moved', { members });
}
