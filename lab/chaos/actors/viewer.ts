/** A viewer of a ward: the code of the web app that keeps a board up to date, without the rendering. */
import { addressOf } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { RoomStatusEventData, roomStatusEvent } from '../../../src/contract/live-events.ts';
import { createCallEndpoint } from '../../../src/web/api/call-endpoint.ts';
import { openEventStream } from '../../../src/web/api/event-stream.ts';
import type { LiveBoard } from '../../../src/web/rooms/live/state-machine/live-board.ts';
import { subscribeToBoard } from '../../../src/web/rooms/live/board-subscription.ts';
import { createReloadPolicy } from '../../../src/web/rooms/live/reload-policy.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import type { Session } from './session.ts';
import type { RoomStates } from '../expected-state.ts';

/** @param url origin */
export function openViewer(url: string, wardUUID: string, session: Session) {
  const storage = memoryStorage();
  const baseUrl = `${url}/api`;
  const call = createCallEndpoint({
    baseUrl,
    accessToken: session.accessToken,
    replaceToken: session.replaceToken,
  });
  let state: LiveBoard | undefined;
  const disconnection = createDisconnectionMeter();
  let subscription = open();

  /** Whether the viewer is connected and has fetched the list during this connection. */
  function isLive(): boolean {
    return state?.link === 'live' && state.phase === 'loaded' && state.staleSince === undefined;
  }

  /** Opens the page. A reload calls it too: only the storage is kept then. */
  function open(): { stop(): void } {
    return subscribeToBoard({
      openLive: (callbacks) =>
        openEventStream({
          ...callbacks,
          url: baseUrl + addressOf(endpoints.streamEvents, { query: { wardUUID } }),
          accessToken: session.accessToken,
          onUnauthorized: (token) => void session.replaceToken(token).catch(() => undefined),
          onEvent: (name, data) => {
            if (name === roomStatusEvent) callbacks.onUpdates(RoomStatusEventData.parse(JSON.parse(data)));
          },
        }),
      fetchStreams: async (signal) => {
        const { items } = await call(endpoints.listStreams, { query: { locationUUID: wardUUID }, signal });
        return { items, skippedCount: 0 };
      },
      reloadPolicy: createReloadPolicy({
        storage,
        canReload: async () => true,
        withTokenLock: (work) => work(),
        reload: () => {
          subscription.stop();
          subscription = open();
        },
      }),
      cached: undefined,
      writeCache: () => undefined,
      onChange: () => undefined,
      onState: (next) => {
        state = next;
        disconnection.update(isLive());
      },
    });
  }

  return {
    isLive,
    /** The rooms on the board; none before the first list. */
    shown: (): RoomStates =>
      new Map(
        state?.streams?.map(({ uuid, revision, roomStatus }) => [uuid, { revision: revision ?? 0, roomStatus }]) ?? [],
      ),
    /** The longest time without a live connection since the previous call, milliseconds. */
    takeMaxDisconnectedMs: disconnection.takeMaxMs,
    close: () => subscription.stop(),
  };
}

/** Measures the longest time without a live connection. It starts disconnected. */
function createDisconnectionMeter() {
  let since: number | undefined = performance.now();
  let maxMs = 0;
  function update(isLive: boolean): void {
    const now = performance.now();
    if (since !== undefined) maxMs = Math.max(maxMs, now - since);
    since = isLive ? undefined : (since ?? now);
  }
  function takeMaxMs(): number {
    update(since === undefined);
    const taken = maxMs;
    maxMs = 0;
    return taken;
  }
  return { update, takeMaxMs };
}
