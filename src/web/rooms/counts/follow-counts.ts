/** Counts the rooms of places for their cards. */
import type { ApiClient } from '../../api/api-client.tsx';
import { isFinal } from '../../api/api-error.ts';
import { delay } from '../../api/delay.ts';
import { type BoardPlace, fetchRooms, fetchRoomsOf, openLive } from '../live/board-place.ts';
import type { RoomList } from '../live/state-machine/board-events.ts';
import { isUnreliable, type LiveBoard } from '../live/state-machine/live-board.ts';
import { subscribeToBoard } from '../live/board-subscription.ts';
import type { PlaceCount, PlaceCounts } from './place-counts.ts';
import { hasAlerts } from '../alerts/open-alerts.ts';
import { countRooms, countRoomsByWard } from './room-counts.ts';

const pollIntervalMs = 15_000;
const requestTimeoutMs = 10_000;

export interface CountOptions {
  readonly api: ApiClient;
  /** Ends the counting. */
  readonly signal: AbortSignal;
  readonly onCounts: (counts: PlaceCounts) => void;
}

/** The list page keeps its cards while the live connection is lost, so it does not reload. */
const noReload = { schedule: () => {}, cancel: () => {} };

/**
 * Counts the rooms of each ward, live, by the rules of a board. With a server without alerts nothing is counted, and no
 * live connection is opened.
 */
export async function followWardCounts(place: BoardPlace, { api, signal, onCounts }: CountOptions): Promise<void> {
  const list = await fetchCountableRooms(api, place, signal);
  if (list === undefined || signal.aborted) return;
  let shown = '';
  const show = (board: LiveBoard): void => {
    const isCurrent = !isUnreliable(board);
    const counts = [...countRoomsByWard(board.streams ?? [], place.wardUuids)].map(
      ([uuid, count]) => [uuid, { ...count, isCurrent }] as const,
    );
    const key = JSON.stringify(counts);
    if (key !== shown) onCounts(new Map(counts));
    shown = key;
  };
  const now = Date.now();
  const subscription = subscribeToBoard({
    openLive: (callbacks) => openLive(api, place, callbacks),
    fetchStreams: (requestSignal) => fetchRoomsOf(api, place, requestSignal),
    reloadPolicy: noReload,
    // The list is shown at once, as if the connection had been open until now.
    cached: { asOf: list.outdatedSince ?? now, streams: list.items, leftAt: now },
    writeCache: () => undefined,
    onChange: () => undefined,
    onState: show,
  });
  signal.addEventListener('abort', subscription.stop, { once: true });
}

/** Waits for a list with alerts. Undefined: the server refuses the list, or the counting has ended. */
async function fetchCountableRooms(
  api: ApiClient,
  place: BoardPlace,
  signal: AbortSignal,
): Promise<RoomList | undefined> {
  for (;;) {
    try {
      const list = await fetchRoomsOf(api, place, signal);
      if (hasAlerts(list.items)) return list;
    } catch (error) {
      if (isFinal(error)) return undefined;
    }
    try {
      await delay(pollIntervalMs, signal);
    } catch {
      return undefined;
    }
  }
}

/**
 * Counts the rooms of each location every 15 s. It asks for one location after the other, because a live connection for
 * all wards of a client would carry much more than the few numbers that the page shows.
 */
export async function pollLocationCounts(
  locationUuids: readonly string[],
  { api, signal, onCounts }: CountOptions,
): Promise<void> {
  const counts = new Map<string, PlaceCount>();
  try {
    for (;;) {
      for (const uuid of locationUuids) {
        await updateCount(counts, uuid, api, signal);
        signal.throwIfAborted();
        onCounts(new Map(counts));
      }
      await delay(pollIntervalMs, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Fetches one location. After a failure no count is current until its own location is fetched again. */
async function updateCount(
  counts: Map<string, PlaceCount>,
  uuid: string,
  api: ApiClient,
  signal: AbortSignal,
): Promise<void> {
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
    const { items, outdatedSince } = await fetchRooms(api, uuid, timeout);
    if (hasAlerts(items)) counts.set(uuid, { ...countRooms(items), isCurrent: outdatedSince === undefined });
    else counts.delete(uuid);
  } catch (error) {
    if (isFinal(error)) counts.delete(uuid);
    else for (const [known, count] of counts) counts.set(known, { ...count, isCurrent: false });
  }
}
