/**
 * A viewer that is small enough for thousands in one process. It connects as the web app does: it opens the event
 * stream, then fetches the list, keeps the newer revision, and reconnects after the delay that the server sent.
 */
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createHttpClient } from './http-client.ts';

const States = z.array(z.object({ uuid: z.string(), revision: z.number() }));
const List = z.object({ items: States });

export type LightViewer = ReturnType<typeof openLightViewer>;

export function openLightViewer(url: string, wardUUID: string, token: string) {
  const get = createHttpClient(url, token);
  /** Revisions by uuid of the stream. */
  const shown = new Map<string, number>();
  let isLive = false;
  /** Until the server sends another delay. */
  let reconnectDelayMs = 5_000;

  function merge(states: z.infer<typeof States>): void {
    for (const { uuid, revision } of states) shown.set(uuid, Math.max(revision, shown.get(uuid) ?? -1));
  }

  function readLine(line: string): void {
    if (line.startsWith('retry:')) reconnectDelayMs = Number(line.slice(6));
    else if (line.startsWith('data:')) merge(States.parse(JSON.parse(line.slice(5))));
  }

  /** Returns or throws when the connection ends. Without a list the viewer reconnects. */
  async function readEvents(): Promise<void> {
    const events = await get(`/api/streams/events?wardUUID=${wardUUID}`);
    fetchList(events).catch(() => events.destroy());
    let rest = '';
    for await (const chunk of events) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(readLine);
    }
  }

  async function fetchList(events: Readable): Promise<void> {
    const list = await text(await get(`/api/streams?locationUUID=${wardUUID}`));
    merge(List.parse(JSON.parse(list)).items);
    isLive = !events.destroyed;
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
