/**
 * A viewer of which one process can hold thousands. It behaves as the browser does: first the stream, once that is
 * open the list, the newer revision wins, after an end it comes back when the server says.
 */
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type HttpConnectionOptions, openHttpConnection } from './http-connection.ts';

export interface LightViewer {
  readonly wardUUID: string;
  isLive(): boolean;
  /** Revision by stream. */
  readonly board: ReadonlyMap<string, number>;
}

export interface LightViewerOptions extends HttpConnectionOptions {
  readonly wardUUID: string;
}

const States = z.array(z.object({ uuid: z.string(), revision: z.number() }));
const List = z.object({ items: States });
const listAgainAfterMs = 2_000;

export function openLightViewer({ wardUUID, ...address }: LightViewerOptions): LightViewer {
  const line = openHttpConnection(address);
  const board = new Map<string, number>();
  let isLive = false;
  let retryMs = 5_000;

  function take(states: z.infer<typeof States>): void {
    for (const { uuid, revision } of states) board.set(uuid, Math.max(revision, board.get(uuid) ?? -1));
  }

  function takeLine(text: string): void {
    if (text.startsWith('retry:')) retryMs = Number(text.slice(6));
    else if (text.startsWith('data:')) take(States.parse(JSON.parse(text.slice(5))));
  }

  async function follow(): Promise<void> {
    const { status, body } = await line.get(`/api/streams/events?wardUUID=${wardUUID}`);
    if (status !== 200) {
      body.resume();
      throw new Error('no live connection');
    }
    void fetchList(body);
    let rest = '';
    for await (const text of body) {
      const lines = (rest + String(text)).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(takeLine);
    }
  }

  async function fetchList(stream: Readable): Promise<void> {
    while (!stream.destroyed) {
      try {
        const { body } = await line.get(`/api/streams?locationUUID=${wardUUID}`);
        const parts: string[] = [];
        for await (const text of body) parts.push(String(text));
        take(List.parse(JSON.parse(parts.join(''))).items);
        isLive = !stream.destroyed;
        return;
      } catch {
        await pause(listAgainAfterMs);
      }
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      await follow().catch(() => undefined);
      isLive = false;
      await pause(retryMs);
    }
  }

  void run();
  return { wardUUID, isLive: () => isLive, board };
}
