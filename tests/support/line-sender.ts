/** A simulated device that sends reports on an NDJSON connection, and reads the responses at the same time. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { request as requestWithTls } from 'node:https';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';

const Answer = z.looseObject({});
type LineAnswer = z.infer<typeof Answer>;

/** Opens an NDJSON connection. Resolves when the response head has arrived, before any line is sent. */
export async function openLineSender(url: string, key: string) {
  const outgoing = (url.startsWith('https:') ? requestWithTls : request)(`${url}/api/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
  });
  outgoing.on('error', () => undefined);
  outgoing.flushHeaders();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  response.on('error', () => undefined);
  let lines: AsyncIterator<string> | undefined;

  /** Resolves with the response to the next line. Undefined when the whole response has ended. */
  async function next(): Promise<LineAnswer | undefined> {
    // The first call starts reading, so that a test can leave all responses unread.
    lines ??= readLines();
    const result = await lines.next();
    if (result.done === true) return undefined;
    // An empty line is skipped: the server keeps an idle connection open with such lines.
    return result.value === '' ? next() : Answer.parse(JSON.parse(result.value));
  }

  function readLines(): AsyncIterator<string> {
    const reader = createInterface({ input: response });
    // The reader is closed with the connection, because a connection that breaks does not end the last line.
    response.once('close', () => reader.close());
    return reader[Symbol.asyncIterator]();
  }

  return {
    outgoing,
    response,
    next,
    /** Sends a string as it is, and any other value as a line of JSON. */
    send: (...sent: unknown[]) => {
      outgoing.write(sent.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
    },
    /** Resolves with all further responses. */
    rest: async () => {
      const answers: LineAnswer[] = [];
      for (let answer = await next(); answer !== undefined; answer = await next()) answers.push(answer);
      return answers;
    },
  };
}

/** Resolves when the connection is closed. */
export async function connectionClosed({ response }: { readonly response: IncomingMessage }): Promise<void> {
  if (!response.socket.destroyed) await once(response.socket, 'close');
}
