import { randomUUID } from 'node:crypto';
import type { LabWard } from '../../shared/home.ts';

export interface NewReport {
  readonly id: string;
  readonly stream: string;
  readonly status: number;
}

/** Creates endless reports, for one room after the other. Each changes the status of its room, so none is a duplicate. */
export function* newReports(rooms: LabWard['rooms']): Generator<NewReport, never> {
  for (;;) {
    for (const status of [3, 5, 6, 4, 15]) {
      for (const { uuid } of rooms) yield { id: randomUUID(), stream: uuid, status };
    }
  }
}
