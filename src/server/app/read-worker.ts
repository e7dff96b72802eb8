/**
 * A thread that reads the database through its own connections. `workerData` says how to open the database. It receives
 * each ReadCall and posts a ReadAnswer. The message null ends it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Database, DatabaseAddress } from '../database/database.ts';
import { openForReads } from './adapters.ts';
import { errorMessageOf } from '../shared/error-message.ts';
import { lowerThreadPriority } from '../shared/lower-thread-priority.ts';
import { type ReadAnswer, type ReadCall, taskOf } from './read-tasks.ts';

// These schemas accept any object, because both ends of the thread are this program.
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const Address = z.custom<DatabaseAddress>(isObject);
const Call = z.custom<ReadCall>(isObject);

lowerThreadPriority();
const address = Address.parse(workerData);
const encoder = new TextEncoder();
let opened: Promise<Database> | undefined;

/** Opens the database at the first call, and again if that failed. */
function open(): Promise<Database> {
  opened ??= openForReads(address).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function answer({ id, name, request }: ReadCall): Promise<ReadAnswer> {
  try {
    return { id, bytes: encoder.encode(await taskOf(name)(await open(), request)) };
  } catch (error) {
    return { id, failure: errorMessageOf(error) };
  }
}

function post(result: ReadAnswer): void {
  parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer] : []);
}

async function end(): Promise<void> {
  parentPort?.close();
  await (await opened)?.close();
}

parentPort?.on('message', (message: unknown) => {
  if (message === null) void end();
  else void answer(Call.parse(message)).then(post);
});
