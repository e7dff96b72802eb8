/** The call with which a board reports itself, and the schema of its response. */
import * as z from 'zod/mini';
import { _default as withDefault } from 'zod/mini';
import { boardEndpoints, type BoardState } from '../../contract/board/boards.ts';
import { Uuid } from '../../contract/uuid.ts';
import { selectValidItems } from '../api/valid-items.ts';
import { ReceivedRoom } from './received-rooms.ts';

const StandInWard = z.object({
  uuid: Uuid,
  displayName: z.string(),
  /** Skips an invalid room, so that it does not hide the other rooms. */
  rooms: z.pipe(
    z.array(z.unknown()),
    z.transform((items) => selectValidItems(ReceivedRoom, items, 'room').items),
  ),
});

export const reportBoardEndpoint = {
  ...boardEndpoints.reportBoard,
  response: z.extend(boardEndpoints.reportBoard.response, {
    /** Older servers do not send these fields. */
    standInWards: withDefault(z.array(StandInWard), []),
    shiftFrom: z.optional(z.iso.datetime()),
    onDuty: z.optional(boardEndpoints.reportBoard.response.shape.onDuty),
    notices: z.optional(boardEndpoints.reportBoard.response.shape.notices),
  }),
};

export type BoardResponse = z.output<(typeof reportBoardEndpoint)['response']>;
export type BoardState = z.input<typeof BoardState>;
