/** Runs tasks for home files in a thread, one after another, because each needs up to 200 MiB. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fieldProblem, refusedAs } from '../../../shared/reason.ts';
import { retryLater } from '../../../shared/retry-later.ts';
import { serverFile } from '../../../shared/server-files.ts';
import { type HomeFileAnswer, HomeFileAnswerMessage, type HomeFileTask } from './home-file-messages.ts';

const script = serverFile(`hierarchy/home-file-worker${extname(import.meta.url)}`);
/** A file that needs more is refused, and the server goes on. */
const defaultMaxHeapMb = 400;
/** The YAML of 10,000 rooms takes a second. A file that was made to be slow would keep all others waiting. */
const defaultMaxTaskMs = 60_000;
/** Each waits in memory with its file. */
const maxTasks = 4;

type Task<Kind extends HomeFileTask['kind']> = Extract<HomeFileTask, { readonly kind: Kind }>;
type Answer<Kind extends HomeFileAnswer['kind']> = Extract<HomeFileAnswer, { readonly kind: Kind }>;

export interface HomeFileThread {
  read(task: Omit<Task<'read'>, 'kind'>): Promise<Answer<'read' | 'refused'>>;
  write(task: Omit<Task<'write'>, 'kind'>): Promise<string>;
}

export function createHomeFileThread({
  maxTaskMs = defaultMaxTaskMs,
  maxHeapMb = defaultMaxHeapMb,
} = {}): HomeFileThread {
  let last: Promise<unknown> = Promise.resolve();
  let taskCount = 0;

  /** Throws AppError `unavailable` when too many tasks wait. */
  async function run(task: HomeFileTask): Promise<HomeFileAnswer> {
    if (taskCount >= maxTasks) throw retryLater('unavailable', refusedAs('files-waiting'));
    taskCount += 1;
    const answer = last.then(() => runInThread(task, { maxTaskMs, maxHeapMb }));
    last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      taskCount -= 1;
    }
  }

  return {
    read: async (task) => {
      const answer = await run({ kind: 'read', ...task });
      if (answer.kind === 'written') throw new Error('the thread has written a file that was to be read');
      return answer;
    },
    write: async (task) => {
      const answer = await run({ kind: 'write', ...task });
      if (answer.kind !== 'written') throw new Error('the thread has not written a file');
      return answer.text;
    },
  };
}

interface ThreadLimits {
  readonly maxTaskMs: number;
  readonly maxHeapMb: number;
}

async function runInThread(task: HomeFileTask, { maxTaskMs, maxHeapMb }: ThreadLimits): Promise<HomeFileAnswer> {
  const worker = new Worker(script, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
  const timeout = AbortSignal.timeout(maxTaskMs);
  try {
    // An error event rejects.
    const messages: unknown[] = await once(worker, 'message', { signal: timeout });
    return HomeFileAnswerMessage.parse(messages[0]);
  } catch (error) {
    if (timeout.aborted) return { kind: 'refused', problems: [fieldProblem('', 'too-slow')] };
    if (!isOutOfMemory(error)) throw error;
    return { kind: 'refused', problems: [fieldProblem('', 'too-much-memory')] };
  } finally {
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
