/** The call of boards: each reports what it shows, and learns which wards nobody watches. */
import * as z from 'zod/mini';
import { wakeLockStates } from '../../domain/watched-ward.ts';
import { AlertNotice, PersonOnDuty } from '../duty/duty.ts';
import type { Endpoint } from '../endpoint.ts';
import { Stream } from '../home/entities.ts';
import { maxListedUuids, Uuid } from '../uuid.ts';

const Time = z.iso.datetime();

export const BoardState = z.strictObject({
  /** The wards that the board shows. */
  wardUUIDs: z.array(Uuid).check(z.minLength(1), z.maxLength(maxListedUuids)),
  /** The page is in the foreground. */
  isVisible: z.boolean(),
  /** Whether the browser lets the page play sounds. */
  isAudible: z.boolean(),
  wakeLock: z.enum(wakeLockStates),
  /** The last answer to the test tone in this shift. Null: there is none. */
  soundCheck: z.nullable(z.strictObject({ at: Time, isHeard: z.boolean() })),
});

const NamedWard = z.object({ uuid: Uuid, displayName: z.string() });

export const BoardResponse = z.object({
  /** When the present shift of the location of the first ward began. Staff answer to the test tone once in a shift. */
  shiftFrom: Time,
  /** The unwatched wards of the same locations, and when staff could last see and hear each of them. */
  unwatchedWards: z.array(z.extend(NamedWard, { since: Time })),
  /**
   * The unwatched wards of the same locations that a board has shown at any time, with their rooms that have an open
   * alert of high priority. The board shows and sounds these alerts.
   */
  standInWards: z.array(z.extend(NamedWard, { rooms: z.array(Stream) })),
  /** The wards of this board for which no other board is watching. */
  onlyBoardOf: z.array(NamedWard),
  /** Who is on duty on the wards of this board. */
  onDuty: z.array(PersonOnDuty),
  /** What became of the messages about the open alerts of these wards and of `standInWards`. */
  notices: z.array(AlertNotice),
});

export const boardEndpoints = {
  reportBoard: {
    method: 'POST',
    path: '/boards/{id}',
    access: 'user',
    reach: 'named',
    wallBoards: 'read',
    summary:
      'A board reports what it shows and whether it can be seen and heard, when that changes and every 20 s. It chooses its uuid. 404 for the uuid of a board of another user. Of the boards of one user the latest 20 are kept',
    params: z.object({ id: Uuid }),
    body: BoardState,
    response: BoardResponse,
    refusals: ['too-many-requests'],
  },
} as const satisfies Record<string, Endpoint>;
