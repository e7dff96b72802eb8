/** A server for a board without a network: the list of rooms, and the live connection. */
import { roomStatusEventName, alertEventName } from '../../../src/contract/board/live-events.ts';
import type { Room, RoomAlerts } from '../../../src/domain/room.ts';

const heartbeatMs = 10_000;
/** The reconnection delay in milliseconds, as the real server sends it. */
const retryMs = 1_000;

/**
 * `dead`: connections are refused. `bad-gateway`: a proxy responds. `silent`: connections open, no byte arrives.
 * `slow-list`: only the list does not arrive.
 */
type Mode = 'up' | 'dead' | 'bad-gateway' | 'silent' | 'slow-list';

export function createFakeServer(initial: readonly Room[]) {
  let mode: Mode = 'up';
  let rooms = initial;
  const viewers = new Set<ReadableStreamDefaultController<Uint8Array>>();

  const send = (text: string) => {
    if (mode === 'up' || mode === 'slow-list')
      for (const viewer of viewers) viewer.enqueue(new TextEncoder().encode(text));
  };
  const end = (next: Mode, how: (viewer: ReadableStreamDefaultController<Uint8Array>) => void) => {
    mode = next;
    for (const viewer of viewers) how(viewer);
    viewers.clear();
  };
  const heartbeat = setInterval(() => send(': \n\n'), heartbeatMs);

  function openStream(signal: AbortSignal | null | undefined): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (viewer) => {
        viewers.add(viewer);
        viewer.enqueue(new TextEncoder().encode(`retry: ${retryMs}\n: open\n\n`));
        signal?.addEventListener('abort', () => {
          if (viewers.delete(viewer)) viewer.error(new TypeError('network error'));
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  function statusEvent(uuid: string, lastNotification: number): string {
    const revision = (rooms.find((room) => room.uuid === uuid)?.revision ?? 0) + 1;
    const lastNotificationSent = new Date().toISOString();
    const update = { uuid, roomStatus: lastNotification, lastNotification, lastNotificationSent, revision };
    rooms = rooms.map((room) => (room.uuid === uuid ? { ...room, ...update } : room));
    return `event: ${roomStatusEventName}\ndata: ${JSON.stringify([update])}\n\n`;
  }

  function alertsEvent(uuid: string, alerts: RoomAlerts['alerts']): string {
    const alertRevision = (rooms.find((room) => room.uuid === uuid)?.alertRevision ?? 0) + 1;
    rooms = rooms.map((room) => (room.uuid === uuid ? { ...room, alerts, alertRevision } : room));
    return `event: ${alertEventName}\ndata: ${JSON.stringify([{ streamUUID: uuid, alertRevision, alerts }])}\n\n`;
  }

  return {
    fetch: async (url: string, init: RequestInit = {}): Promise<Response> => {
      if (mode === 'dead') throw new TypeError('Failed to fetch');
      if (mode === 'bad-gateway') return new Response('', { status: 502, headers: { 'content-type': 'text/html' } });
      const isStream = url.includes('/streams/events');
      if (mode === 'silent' || (mode === 'slow-list' && !isStream)) {
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
        });
      }
      if (isStream) return openStream(init.signal);
      return Response.json({ items: rooms });
    },
    /** Sends a new status of a room, with its open alerts. */
    report: (uuid: string, lastNotification: number, alerts?: RoomAlerts['alerts']) =>
      send(statusEvent(uuid, lastNotification) + (alerts === undefined ? '' : alertsEvent(uuid, alerts))),
    /** Sends the open alerts of a room. */
    alert: (uuid: string, alerts: RoomAlerts['alerts']) => send(alertsEvent(uuid, alerts)),
    /** Kills the server process: its connections break, and new connections are refused. */
    kill: () => end('dead', (viewer) => viewer.error(new TypeError('network error'))),
    /** Kills the server process behind a proxy, which stays up. */
    killBehindProxy: () => end('bad-gateway', (viewer) => viewer.error(new TypeError('network error'))),
    /** Stops the server for a restart: it ends its connections, and new connections are refused. */
    shutDown: () => end('dead', (viewer) => viewer.close()),
    silence: () => void (mode = 'silent'),
    slowList: () => void (mode = 'slow-list'),
    start: () => void (mode = 'up'),
    stop: () => clearInterval(heartbeat),
  };
}
