/** The boards that show wards: what each reports to the server, and what it is told. */
import * as z from 'zod/mini';
import { wakeLocks } from '../domain/watched-ward.ts';
import type { Endpoint } from './endpoint.ts';
import { ItemsOf, Stream } from './entities.ts';
import { maxListedUuids, Uuid } from './uuid.ts';

const Time = z.iso.datetime();

const board = {
  /** The wards that it shows. */
  wardUUIDs: z.array(Uuid).check(z.minLength(1), z.maxLength(maxListedUuids)),
  /** The page is in the foreground. */
  isVisible: z.boolean(),
  /** The browser lets the page sound. */
  isAudible: z.boolean(),
  wakeLock: z.enum(wakeLocks),
  /** The last answer to the test tone in this shift. */
  soundCheck: z.nullable(z.strictObject({ at: Time, isHeard: z.boolean() })),
};

export const BoardState = z.strictObject(board);

const NamedWard = z.object({ uuid: Uuid, displayName: z.string() });

const BoardAnswer = z.object({
  /** The other wards of the same locations that nobody watches, and when somebody last did. */
  unwatchedWards: z.array(z.extend(NamedWard, { since: Time })),
  /**
   * The other wards of the same locations that boards have shown and that nobody watches now, however long ago that was,
   * with their rooms that have an open alert of high priority. The board shows and sounds these alerts.
   */
  standInWards: z.array(z.extend(NamedWard, { rooms: z.array(Stream) })),
  /** The wards of this board that no other board shows and sounds for. */
  onlyBoardOf: z.array(NamedWard),
});

const ListedBoard = z.object({ uuid: Uuid, ...board, since: Time, seenAt: Time });

export const boardEndpoints = {
  reportBoard: {
    method: 'POST',
    path: '/boards/{id}',
    access: 'user',
    summary:
      'A board reports what it shows and whether it can be seen and heard, when that changes and every 20 s. It chooses its uuid',
    params: z.object({ id: Uuid }),
    body: BoardState,
    response: BoardAnswer,
  },
  listBoards: {
    method: 'GET',
    path: '/boards',
    access: 'user',
    summary:
      'The boards that show a ward or a location now; the filter takes the uuid of either. For managers and administrators',
    query: z.object({ locationUUID: Uuid }),
    response: ItemsOf(ListedBoard),
  },
} as const satisfies Record<string, Endpoint>;
