/**
 * A viewer that is small enough for thousands in one process. It connects as the web app does: it opens the event
 * stream, then fetches the list, keeps the newer revision, and reconnects after the delay that the server sent.
 */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type HttpConnectionOptions, openHttpConnection } from './http-connection.ts';

export interface LightViewer {
  isLive(): boolean;
  /** Revisions by uuid of the stream. */
  readonly shown: ReadonlyMap<string, number>;
}

interface LightViewerOptions extends HttpConnectionOptions {
  readonly wardUUID: string;
}

const States = z.array(z.object({ uuid: z.string(), revision: z.number() }));
const List = z.object({ items: States });
const listRetryDelayMs = 2_000;
/** Until the server has sent one. */
const defaultReconnectDelayMs = 5_000;

export function openLightViewer({ wardUUID, ...address }: LightViewerOptions): LightViewer {
  const connection = openHttpConnection(address);
  const shown = new Map<string, number>();
  let isLive = false;
  let reconnectDelayMs = defaultReconnectDelayMs;

  function merge(states: z.infer<typeof States>): void {
    for (const { uuid, revision } of states) shown.set(uuid, Math.max(revision, shown.get(uuid) ?? -1));
  }

  function readLine(line: string): void {
    if (line.startsWith('retry:')) reconnectDelayMs = Number(line.slice(6));
    else if (line.startsWith('data:')) merge(States.parse(JSON.parse(line.slice(5))));
  }

  /** Returns or throws when the connection ends. */
  async function readEvents(): Promise<void> {
    const { status, body } = await connection.get(`/api/streams/events?wardUUID=${wardUUID}`);
    if (status !== 200) {
      body.resume();
      throw new Error(`the event stream was answered with ${status}`);
    }
    void fetchList(body);
    let rest = '';
    for await (const text of body) {
      const lines = (rest + String(text)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(readLine);
    }
  }

  async function fetchList(events: Readable): Promise<void> {
    while (!events.destroyed) {
      try {
        const { body } = await connection.get(`/api/streams?locationUUID=${wardUUID}`);
        const parts: string[] = [];
        for await (const text of body) parts.push(String(text));
        merge(List.parse(JSON.parse(parts.join(''))).items);
        isLive = !events.destroyed;
        return;
      } catch {
        await pause(listRetryDelayMs);
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await readEvents().catch(() => undefined);
      isLive = false;
      await pause(reconnectDelayMs);
    }
  }

  void run();
  return { isLive: () => isLive, shown };
}
