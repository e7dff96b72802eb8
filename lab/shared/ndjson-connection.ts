/** Sends reports as lines of JSON (NDJSON) over an HTTP request that stays open. The server answers each line. */
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as z from 'zod/mini';
import { lineContentType, LineResult } from '../../src/contract/reports.ts';

export interface NdjsonConnection {
  /** Resolves with one answer for each item, or with undefined when the connection ends before all are answered. */
  send(items: readonly object[]): Promise<readonly z.infer<typeof LineResult>[] | undefined>;
  close(): void;
}

type Answer = z.infer<typeof LineResult> | undefined;

interface OpenRequest {
  readonly outgoing: ClientRequest;
  /** Receive the answers, in the order of the sent lines. */
  readonly unanswered: ((answer: Answer) => void)[];
}

/**
 * The first `send` opens the connection. A `send` after the connection has ended opens a new one.
 * @param url origin
 * @param answerTimeoutMs a `send` that takes longer closes the connection
 */
export function createNdjsonConnection(url: string, key: string, answerTimeoutMs: number): NdjsonConnection {
  let current: OpenRequest | undefined;

  function open(): OpenRequest {
    const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(`${url}/api/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': lineContentType },
      agent: false,
    });
    const opened: OpenRequest = { outgoing, unanswered: [] };
    const end = (): void => {
      if (current === opened) current = undefined;
      outgoing.destroy();
      for (const resolve of opened.unanswered.splice(0)) resolve(undefined);
    };
    outgoing.on('error', end).on('close', end);
    outgoing.on('response', (response) => {
      response.on('error', end);
      void readAnswers(response, opened).then(end, end);
    });
    return opened;
  }

  return {
    send: async (items) => {
      const { outgoing, unanswered } = (current ??= open());
      const answers = items.map(
        (item) =>
          new Promise<Answer>((resolve) => {
            unanswered.push(resolve);
            outgoing.write(`${JSON.stringify(item)}\n`);
          }),
      );
      const timeout = setTimeout(() => outgoing.destroy(), answerTimeoutMs);
      const all = await Promise.all(answers);
      clearTimeout(timeout);
      return all.every((answer) => answer !== undefined) ? all : undefined;
    },
    close: () => current?.outgoing.destroy(),
  };
}

/** Returns when the connection ends, or when the server sends something other than an answer. */
async function readAnswers(response: IncomingMessage, { unanswered }: OpenRequest): Promise<void> {
  if (response.statusCode !== 200) return;
  let rest = '';
  for await (const text of response.setEncoding('utf8')) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const answer = z.safeParse(LineResult, JSON.parse(line));
      if (!answer.success) return;
      unanswered.shift()?.(answer.data);
    }
  }
}
