/** Reads a request chunk by chunk, each only when it is asked for: what is not asked for stays with the sender. */
import type { IncomingMessage } from 'node:http';

export interface RequestReader {
  /** Undefined: there will be no more, or the reading was stopped. */
  next(): Promise<Buffer | undefined>;
  stop(): void;
}

export function readRequest(request: IncomingMessage): RequestReader {
  let isStopped = false;
  let wake = (): void => undefined;
  for (const event of ['readable', 'end', 'close', 'error']) request.on(event, () => wake());

  return {
    next: async () => {
      for (;;) {
        if (isStopped) return undefined;
        const chunk: unknown = request.read();
        if (Buffer.isBuffer(chunk)) return chunk;
        if (request.readableEnded || request.destroyed) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    stop: () => {
      isStopped = true;
      wake();
    },
  };
}
