import { randomUUID } from 'node:crypto';
import type { LabRoom } from '../../shared/home.ts';

export interface NewReport {
  readonly id: string;
  readonly stream: string;
  readonly status: number;
}

/** Endless reports for the rooms in turn. Each report changes the status of its room, so none is a duplicate. */
export function* newReports(rooms: readonly LabRoom[]): Generator<NewReport, never> {
  for (;;) {
    for (const status of [3, 5, 6, 4, 15]) {
      for (const { uuid } of rooms) yield { id: randomUUID(), stream: uuid, status };
    }
  }
}
