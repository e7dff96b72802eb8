/** Long work that cleans up behind itself when a person or the system has had enough of it. */
import { FailedError } from './command.ts';

const requests = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * As long as `work` goes on, a request to end the process (Ctrl-C, for one) aborts its signal instead.
 * A second one ends the process as usual.
 */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new FailedError('it was stopped'));
  for (const request of requests) process.once(request, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const request of requests) process.off(request, stop);
  }
}
