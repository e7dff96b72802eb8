/** Reads the events of a live connection. */
import { createParser } from 'eventsource-parser';
import type * as z from 'zod/mini';
import {
  AlertEventData,
  alertEventName,
  NoticeEventData,
  noticeEventName,
  RoomStatusEventData,
  roomStatusEventName,
} from '../../src/contract/board/live-events.ts';

export type Updates = z.infer<typeof RoomStatusEventData>;

export type EventReader = Awaited<ReturnType<typeof readEvents>>;

/** Opens a live connection. Resolves when the server has sent its first comment. */
export async function readEvents(url: string, wardUUID: string, token: string) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/streams/events?wardUUID=${wardUUID}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(`no live connection: ${response.status}`);
  const lists = createAsyncQueue<Updates>();
  const alerts = createAsyncQueue<z.infer<typeof AlertEventData>>();
  const notices = createAsyncQueue<z.infer<typeof NoticeEventData>>();
  const comments = createAsyncQueue<string>();
  let retry: number | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === alertEventName) alerts.put(AlertEventData.parse(JSON.parse(data)));
      else if (event === roomStatusEventName) lists.put(RoomStatusEventData.parse(JSON.parse(data)));
      else if (event === noticeEventName) notices.put(NoticeEventData.parse(JSON.parse(data)));
      else throw new Error(`an event named ${event}`);
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
    alerts.end();
    notices.end();
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
    /** Returns the reconnection delay that the server sent, in milliseconds. */
    retry: () => retry,
    /** Resolves with the next list of updates. Rejects when the connection has ended. */
    next: lists.take,
    /** Resolves with the next list of rooms with changed alerts. Rejects when the connection has ended. */
    nextAlerts: alerts.take,
    /** Resolves with the next messages about the alerts of the ward. Rejects when the connection has ended. */
    nextNotices: notices.take,
    comment: comments.take,
    /** Resolves when the connection has ended. */
    ended,
    close: () => abort.abort(),
  };
}

function createAsyncQueue<T>() {
  const { readable, writable } = new TransformStream<T, T>(undefined, { highWaterMark: Infinity });
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  return {
    put: (value: T): void => void writer.write(value),
    take: async (): Promise<T> => {
      const { value, done } = await reader.read();
      if (done) throw new Error('the connection has ended');
      return value;
    },
    end: (): void => void writer.close(),
  };
}
