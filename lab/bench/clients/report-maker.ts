/** Reports as devices send them: each changes the card of its room, so that none is a mere repeat. */
import { randomUUID } from 'node:crypto';
import type { BenchRoom } from '../subjects/bench-home.ts';

export interface MadeReport {
  readonly id: string;
  readonly stream: string;
  readonly status: number;
}

export interface News {
  readonly room: BenchRoom;
  readonly report: MadeReport;
  /** That the room will have then. */
  readonly revision: number;
}

export interface ReportMaker {
  /** Of the rooms in turn. */
  next(): News;
  many(count: number): readonly MadeReport[];
}

const codes = [3, 5, 6, 4, 15] as const;

/** All reports of these rooms have to come from one maker: it counts their revisions. */
export function createReportMaker(rooms: readonly BenchRoom[]): ReportMaker {
  let count = 0;
  function next(): News {
    const room = rooms[count % rooms.length];
    if (room === undefined) throw new Error('there are no rooms');
    const round = Math.floor(count / rooms.length);
    count += 1;
    const status = codes[round % codes.length] ?? 3;
    return { room, report: { id: randomUUID(), stream: room.uuid, status }, revision: round + 1 };
  }
  return { next, many: (wanted) => Array.from({ length: wanted }, () => next().report) };
}
