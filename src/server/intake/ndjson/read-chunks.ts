/** Reads a request body chunk by chunk. A chunk that is not requested stays in the socket, which slows the sender down. */
import type { IncomingMessage } from 'node:http';

/** Ends with the body, with the connection, or when `stopping` is aborted. */
export async function* readChunks(request: IncomingMessage, stopping: AbortSignal): AsyncGenerator<Buffer> {
  let wake = (): void => undefined;
  for (const event of ['readable', 'end', 'close', 'error']) request.on(event, () => wake());
  stopping.addEventListener('abort', () => wake());
  while (!stopping.aborted) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (request.readableEnded || request.destroyed) return;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
