/** Equipment that keeps one connection open and reports line by line (NDJSON); each line is answered by a line. */
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as z from 'zod/mini';
import { lineContentType, LineResult } from '../../../src/contract/reports.ts';

export interface NdjsonConnection {
  /** One answer an item; undefined when the connection was over before all of them had come. */
  send(items: readonly object[]): Promise<readonly z.infer<typeof LineResult>[] | undefined>;
}

type Answer = z.infer<typeof LineResult> | undefined;

interface Open {
  readonly outgoing: ClientRequest;
  readonly waiting: ((answer: Answer) => void)[];
}

/** Opened when something is to be sent, and again after it was over. `url`: origin. */
export function createNdjsonConnection(url: string, key: string, answerWithinMs: number): NdjsonConnection {
  let current: Open | undefined;

  function open(): Open {
    const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(`${url}/api/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': lineContentType },
      agent: false,
    });
    const opened: Open = { outgoing, waiting: [] };
    const over = (): void => {
      if (current === opened) current = undefined;
      outgoing.destroy();
      for (const answer of opened.waiting.splice(0)) answer(undefined);
    };
    outgoing.on('error', over).on('close', over);
    outgoing.on('response', (response) => {
      response.on('error', over);
      void listen(response, opened).then(over, over);
    });
    return opened;
  }

  return {
    send: async (items) => {
      const connection = (current ??= open());
      const answers = items.map(
        (item) =>
          new Promise<Answer>((resolve) => {
            connection.waiting.push(resolve);
            connection.outgoing.write(`${JSON.stringify(item)}\n`);
          }),
      );
      const patience = setTimeout(() => connection.outgoing.destroy(), answerWithinMs);
      const all = await Promise.all(answers);
      clearTimeout(patience);
      return all.every((answer) => answer !== undefined) ? all : undefined;
    },
  };
}

/** Until the connection is over, or says something that is no answer to a line. */
async function listen(response: IncomingMessage, { waiting }: Open): Promise<void> {
  if (response.statusCode !== 200) return;
  let rest = '';
  for await (const text of response.setEncoding('utf8')) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const answer = z.safeParse(LineResult, JSON.parse(line));
      if (!answer.success) return;
      waiting.shift()?.(answer.data);
    }
  }
}
