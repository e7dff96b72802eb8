/** Reads a live connection as it comes in. */
import { createParser } from 'eventsource-parser';
import type * as z from 'zod/mini';
import { RoomStatusEventData, roomStatusEvent } from '../../src/contract/live-events.ts';

export type Updates = z.infer<typeof RoomStatusEventData>;

export interface EventReader {
  readonly response: Response;
  /** Milliseconds that the server asked to wait before coming back. */
  retry(): number | undefined;
  /** The next list of updates; rejects when the connection ends before. */
  next(): Promise<Updates>;
  /** The next comment. */
  comment(): Promise<string>;
  /** Resolves when the connection is over, with who ended it. */
  readonly ended: Promise<'by the server' | 'by us'>;
  close(): void;
}

/** Resolves when the connection is open and the server has said its first words. */
export async function readEvents(url: string, wardUUID: string, token: string): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/streams/events?wardUUID=${wardUUID}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(`no live connection: ${response.status}`);
  const lists = createMailbox<Updates>();
  const comments = createMailbox<string>();
  let retry: number | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== roomStatusEvent) throw new Error(`an event named ${event}`);
      lists.put(RoomStatusEventData.parse(JSON.parse(data)));
    },
    onComment: comments.put,
    onRetry: (ms) => {
      retry = ms;
    },
    onError: (error) => {
      throw error;
    },
  });
  const ended = read(response.body).finally(() => {
    lists.end();
    comments.end();
  });
  await comments.take();

  async function read(body: ReadableStream<Uint8Array>): Promise<'by the server' | 'by us'> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of body) parser.feed(decoder.decode(bytes, { stream: true }));
      return 'by the server';
    } catch (error) {
      if (abort.signal.aborted) return 'by us';
      throw error;
    }
  }

  return {
    response,
    retry: () => retry,
    next: lists.take,
    comment: comments.take,
    ended,
    close: () => abort.abort(),
  };
}

function createMailbox<T>() {
  const letters: T[] = [];
  const takers: PromiseWithResolvers<T>[] = [];
  let isOver = false;
  return {
    put: (letter: T): void => {
      const taker = takers.shift();
      if (taker === undefined) letters.push(letter);
      else taker.resolve(letter);
    },
    take: (): Promise<T> => {
      const taker = Promise.withResolvers<T>();
      const letter = letters.shift();
      if (letter !== undefined) taker.resolve(letter);
      else if (isOver) taker.reject(new Error('the connection has ended'));
      else takers.push(taker);
      return taker.promise;
    },
    end: (): void => {
      isOver = true;
      for (const taker of takers.splice(0)) taker.reject(new Error('the connection has ended'));
    },
  };
}
