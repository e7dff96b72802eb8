/** The tasks that run in the thread of reads, by the name under which it finds them. */
import type { ReadTask } from '../database/read-task.ts';
import { exportFigureAlerts, exportFigures, readFigureAlerts, readFigures } from '../figures/figures-tasks.ts';
import { readHandover } from '../handover/handover-tasks.ts';
import {
  exportRoomHistory,
  exportRoomNights,
  exportWardHistory,
  readRoomHistory,
  readRoomNights,
  readWardHistory,
} from '../history/history-tasks.ts';
import { readSummary } from '../history/nights/count-night.ts';

const tasks: Readonly<Record<string, ReadTask<never>>> = {
  readRoomHistory,
  exportRoomHistory,
  readRoomNights,
  exportRoomNights,
  readWardHistory,
  exportWardHistory,
  readSummary,
  readHandover,
  readFigures,
  exportFigures,
  readFigureAlerts,
  exportFigureAlerts,
};

const names = new Map(Object.entries(tasks).map(([name, task]) => [task, name]));

/** What the thread receives. */
export interface ReadCall {
  readonly id: number;
  readonly name: string;
  readonly request: never;
}

/** What the thread answers. `bytes`: the text in UTF-8. On the event loop, to encode a megabyte would take 10 ms. */
export type ReadAnswer = { readonly id: number } & (
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly failure: string }
);

/** The name of a task. Throws when it is missing in the list above. */
export function nameOfTask(task: ReadTask<never>): string {
  const name = names.get(task);
  if (name === undefined) throw new Error(`the read task ${task.name} is not in read-tasks.ts`);
  return name;
}

/** The task with this name. */
export function taskOf(name: string): ReadTask<never> {
  const task = tasks[name];
  if (task === undefined) throw new Error(`there is no read task ${name}`);
  return task;
}
