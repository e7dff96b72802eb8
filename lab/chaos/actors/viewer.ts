/** A ward's board without its pixels: the very code that keeps the board true in the browser. */
import { addressOf } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { RoomStatusEventData, roomStatusEvent } from '../../../src/contract/live-events.ts';
import { createCallEndpoint } from '../../../src/web/api/call-endpoint.ts';
import { openEventStream } from '../../../src/web/api/event-stream.ts';
import type { WardState } from '../../../src/web/rooms/live/ward-state.ts';
import { subscribeToWard } from '../../../src/web/rooms/live/ward-subscription.ts';
import { createReloadPolicy } from '../../../src/web/rooms/live/reload-policy.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import type { Session } from './session.ts';
import type { ExpectedState } from '../expected-state.ts';

export interface Viewer {
  /** Connected, and its list is from this connection. */
  isLive(): boolean;
  /** What it shows, by stream; empty before its first list. */
  board(): ReadonlyMap<string, ExpectedState>;
  /** The longest time without a live board since the last call, milliseconds. */
  takeLongestDark(): number;
  close(): void;
}

export interface ViewerOptions {
  /** Origin. */
  readonly url: string;
  readonly wardUUID: string;
  readonly session: Session;
}

export function openViewer({ url, wardUUID, session }: ViewerOptions): Viewer {
  const storage = memoryStorage();
  const baseUrl = `${url}/api`;
  const call = createCallEndpoint({
    baseUrl,
    accessToken: session.accessToken,
    replaceToken: session.replaceToken,
    onReplacementRejected: () => undefined,
  });
  let state: WardState | undefined;
  let darkSince: number | undefined = performance.now();
  let longestDark = 0;
  let following = open();

  function isLive(): boolean {
    return state?.link === 'live' && state.phase === 'loaded' && state.staleSince === undefined;
  }

  function onState(next: WardState): void {
    state = next;
    if (isLive()) endDark();
    else darkSince ??= performance.now();
  }

  function endDark(): void {
    if (darkSince !== undefined) longestDark = Math.max(longestDark, performance.now() - darkSince);
    darkSince = undefined;
  }

  /** As the page does it; a reload is a new beginning that knows only what lasts over it. */
  function open(): { stop(): void } {
    return subscribeToWard({
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
      fetchStreams: async (signal) =>
        (await call(endpoints.listStreams, { query: { locationUUID: wardUUID }, signal })).items,
      reloadPolicy: createReloadPolicy({
        storage,
        now: Date.now,
        canReload: async () => true,
        reload: () => {
          following.stop();
          following = open();
        },
      }),
      cached: undefined,
      writeCache: () => undefined,
      onChange: () => undefined,
      onState,
      now: Date.now,
    });
  }

  return {
    isLive,
    board: () =>
      new Map(state?.streams?.map(({ uuid, revision, roomStatus }) => [uuid, { revision, roomStatus }]) ?? []),
    takeLongestDark: () => {
      const wasDark = darkSince !== undefined;
      endDark();
      if (wasDark) darkSince = performance.now();
      const longest = longestDark;
      longestDark = 0;
      return longest;
    },
    close: () => following.stop(),
  };
}
