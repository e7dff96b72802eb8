/** A viewer of a ward: the code of the web app that keeps a board up to date, without the rendering. */
import { requestPathOf } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import {
  AlertEventData,
  alertEventName,
  RoomStatusEventData,
  roomStatusEventName,
} from '../../../src/contract/board/live-events.ts';
import type { ShownAlert } from '../../../src/domain/alerts/shown-alert.ts';
import { createCallEndpoint } from '../../../src/web/api/call-endpoint.ts';
import { openEventStream } from '../../../src/web/api/event-stream.ts';
import type { LiveBoard } from '../../../src/web/live/live-board.ts';
import type { LiveCallbacks } from '../../../src/web/live/board-place.ts';
import { BoardSubscription } from '../../../src/web/live/board-subscription.ts';
import { createReloadPolicy } from '../../../src/web/live/reload-policy.ts';
import { memoryStorage } from '../../../tests/support/memory-storage.ts';
import type { Session } from './session.ts';

/** The state of each room, by uuid of its stream. */
export type RoomStates = ReadonlyMap<string, { readonly revision: number; readonly roomStatus: number }>;

export type Viewer = ReturnType<typeof openViewer>;

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
  const alertView = createAlertView();
  let subscription = open();

  /** Whether the viewer is connected and has fetched the list during this connection. */
  function isLive(): boolean {
    return state?.link === 'live' && state.phase === 'loaded' && state.staleSince === undefined;
  }

  /** Opens the page of the board. A reload calls this function too: only the storage is kept then. */
  function open(): { stop(): void } {
    return new BoardSubscription({
      openLive: (callbacks) =>
        openEventStream({
          ...callbacks,
          url: baseUrl + requestPathOf(endpoints.streamEvents, { query: { wardUUID } }),
          accessToken: session.accessToken,
          onUnauthorized: (token) => void session.replaceToken(token).catch(() => undefined),
          onEvent: receiveEvents(callbacks),
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
      onState: (next) => {
        state = next;
        alertView.update(next);
        disconnection.update(isLive());
      },
    });
  }

  return {
    isLive,
    /** Returns the rooms on the board. Empty before the first list of rooms. */
    shown: (): RoomStates =>
      new Map(
        state?.streams?.map(({ uuid, revision, roomStatus }) => [uuid, { revision: revision ?? 0, roomStatus }]) ?? [],
      ),
    alertOf: alertView.alertOf,
    raisedOf: alertView.raisedOf,
    /** Returns the longest time in milliseconds without a live connection since the previous call. */
    takeMaxDisconnectedMs: disconnection.takeMaxMs,
    close: () => subscription.stop(),
  };
}

function receiveEvents({ onUpdates, onAlerts }: Pick<LiveCallbacks, 'onUpdates' | 'onAlerts'>) {
  return (name: string, data: string): void => {
    if (name === roomStatusEventName) onUpdates(RoomStatusEventData.parse(JSON.parse(data)));
    if (name === alertEventName) onAlerts(AlertEventData.parse(JSON.parse(data)));
  };
}

/** Collects the alerts that the board shows and has shown. */
function createAlertView() {
  let alerts: readonly (ShownAlert & { readonly stream: string })[] = [];
  /** The status of each alert that the board has ever shown as raised. */
  const raised = new Map<string, number>();
  return {
    update: ({ streams = [] }: LiveBoard): void => {
      alerts = streams.flatMap(({ uuid: stream, alerts: all = [] }) => all.map((alert) => ({ ...alert, stream })));
      for (const { uuid, state, status } of alerts) if (state === 'raised') raised.set(uuid, status);
    },
    /** Returns the open alert of a room and status. */
    alertOf: (stream: string, status: number): ShownAlert | undefined =>
      alerts.find((alert) => alert.stream === stream && alert.status === status && alert.state !== 'resolved'),
    /** Returns the uuids of the alerts of the status that were ever shown as raised. */
    raisedOf: (status: number): readonly string[] =>
      [...raised].flatMap(([uuid, one]) => (one === status ? [uuid] : [])),
  };
}

/** Measures the longest time without a live connection. At first the viewer counts as disconnected. */
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
