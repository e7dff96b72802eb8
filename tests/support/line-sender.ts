/** A device that reports line by line on one connection, and hears its answers meanwhile. */
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';

const Answer = z.looseObject({});
export type LineAnswer = z.infer<typeof Answer>;

export interface LineSender {
  readonly outgoing: ClientRequest;
  readonly response: IncomingMessage;
  /** A text as it is; anything else as a line of JSON. */
  send(...lines: unknown[]): void;
  /** The next answer; undefined when the server has ended its answers. */
  next(): Promise<LineAnswer | undefined>;
  /** All that is still to come. */
  rest(): Promise<LineAnswer[]>;
}

/** Resolves with the head of the answer, before any line is sent. */
export async function openLineSender(url: string, key: string): Promise<LineSender> {
  const outgoing = request(`${url}/api/reports`, {
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

  async function next(): Promise<LineAnswer | undefined> {
    // Not before somebody wants to hear it: a device may be deaf.
    lines ??= createInterface({ input: response })[Symbol.asyncIterator]();
    const result = await lines.next();
    return result.done === true ? undefined : Answer.parse(JSON.parse(result.value));
  }

  return {
    outgoing,
    response,
    next,
    send: (...sent) => {
      outgoing.write(sent.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''));
    },
    rest: async () => {
      const answers: LineAnswer[] = [];
      for (let answer = await next(); answer !== undefined; answer = await next()) answers.push(answer);
      return answers;
    },
  };
}

/** Resolves when the connection beneath is closed. */
export async function connectionClosed({ response }: LineSender): Promise<void> {
  if (!response.socket.destroyed) await once(response.socket, 'close');
}
