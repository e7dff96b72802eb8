/** Long reads of the database, which must not delay the reports that arrive meanwhile. */
import type { Database } from './database.ts';

type ReadDatabase = Pick<Database, 'query' | 'kind'>;

/**
 * Reads the database and returns the text of an answer, such as JSON. It runs in a thread, so the request is plain data.
 * The thread finds it by its name in `app/read-tasks.ts`.
 */
export type ReadTask<Request> = (database: ReadDatabase, request: Request) => Promise<string>;

/** Runs a task. Resolves with its text in UTF-8. Rejects as the task does. */
export type RunReadTask = <Request>(task: ReadTask<Request>, request: Request) => Promise<Buffer>;

/** Runs tasks in the thread that calls. */
export function runHere(database: ReadDatabase): RunReadTask {
  return async (task, request) => Buffer.from(await task(database, request));
}
