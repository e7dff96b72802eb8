/** Creates reports for the rooms in turn. Each changes the card of its room, so none is a duplicate. */
import { randomUUID } from 'node:crypto';
import type { LabRoom } from '../../shared/home.ts';

export interface MadeReport {
  readonly room: LabRoom;
  readonly report: { readonly id: string; readonly stream: string; readonly status: number };
  /** The revision of the room once the report is stored. */
  readonly revision: number;
}

const codes = [3, 5, 6, 4, 15] as const;

/** All reports of these rooms must come from the returned function: it counts their revisions. */
export function createReportMaker(rooms: readonly LabRoom[]): () => MadeReport {
  let count = 0;
  return () => {
    const room = rooms[count % rooms.length];
    if (room === undefined) throw new Error('there are no rooms');
    const round = Math.floor(count / rooms.length);
    count += 1;
    const status = codes[round % codes.length] ?? 3;
    return { room, report: { id: randomUUID(), stream: room.uuid, status }, revision: round + 1 };
  };
}
