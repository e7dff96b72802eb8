/** The call by which a board reports itself, with its answer as the board accepts it. */
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { boardEndpoints, type BoardState } from '../../../contract/boards.ts';
import { Uuid } from '../../../contract/uuid.ts';
import { validItems } from '../../api/valid-items.ts';
import { ReceivedRoom } from '../live/received-rooms.ts';

const StandInWard = z.object({
  uuid: Uuid,
  displayName: z.string(),
  /** A room that cannot be read must not hide the others. */
  rooms: z.pipe(
    z.array(z.unknown()),
    z.transform((items) => validItems(ReceivedRoom, items, 'room').items),
  ),
});

export const reportBoard = {
  ...boardEndpoints.reportBoard,
  response: z.extend(boardEndpoints.reportBoard.response, {
    /** An older server does not send it. */
    standInWards: withDefault(z.array(StandInWard), []),
  }),
};

export type BoardAnswer = z.output<(typeof reportBoard)['response']>;
export type BoardState = z.input<typeof BoardState>;
