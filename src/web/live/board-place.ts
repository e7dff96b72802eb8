/** Fetches the rooms of a place and opens its live connection. */
import * as z from 'zod/mini';
import { requestPathOf } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { alertEventName, noticeEventName, roomStatusEventName } from '../../contract/board/live-events.ts';
import type { Room, RoomAlerts, RoomUpdate } from '../../domain/room.ts';
import type { ApiClient } from '../api/api-client.tsx';
import { type EventStreamOptions, openEventStream } from '../api/event-stream.ts';
import { clockOffsetMs } from '../api/server-clock.ts';
import { UncheckedItems, selectValidItems } from '../api/valid-items.ts';
import { ReceivedRoom, ReceivedRoomAlerts, ReceivedUpdate, ReceivedTime } from './received-rooms.ts';

/** The place that a board shows: a ward, or several wards of a location. */
export interface BoardPlace {
  /** The uuid of the ward or the location, by which the server filters the list. */
  readonly uuid: string;
  /** The wards whose updates the live connection brings. */
  readonly wardUuids: readonly string[];
}

export interface RoomList {
  readonly items: readonly Room[];
  /** The number of rooms in the response that could not be read. */
  readonly skippedCount: number;
  /** The time since which the server stores no reports, in epoch milliseconds. Since then the rooms may be wrong. */
  readonly outdatedSince?: number | undefined;
}

export interface LiveCallbacks extends Pick<EventStreamOptions, 'onOpen' | 'onActivity' | 'onDelayed' | 'onFailure'> {
  readonly onUpdates: (updates: readonly RoomUpdate[]) => void;
  readonly onAlerts: (alerts: readonly RoomAlerts[]) => void;
  /** Called when an update cannot be read, so that the list is fetched instead. */
  readonly onUnreadableUpdate: () => void;
}

const listStreams = {
  ...endpoints.listStreams,
  response: z.extend(UncheckedItems, { outdatedSince: z.optional(ReceivedTime) }),
};

/** Fetches the rooms of a ward or a location. */
export async function fetchRooms(api: ApiClient, uuid: string, signal: AbortSignal): Promise<RoomList> {
  const { items, outdatedSince } = await api.call(listStreams, { query: { locationUUID: uuid }, signal });
  return {
    ...selectValidItems(ReceivedRoom, items, 'room'),
    // The time is converted to the clock of the browser, like all times of a board. Where a time is shown, the offset
    // of the server's clock is added again.
    outdatedSince: outdatedSince === undefined ? undefined : Date.parse(outdatedSince) - clockOffsetMs(),
  };
}

/** Fetches the rooms of a place. Leaves out rooms of wards without a live connection, because they would be stale. */
export async function fetchRoomsOf(api: ApiClient, place: BoardPlace, signal: AbortSignal): Promise<RoomList> {
  const list = await fetchRooms(api, place.uuid, signal);
  const isWard = place.wardUuids.includes(place.uuid);
  if (isWard) return list;
  const followed = new Set<string | undefined>(place.wardUuids);
  return { ...list, items: list.items.filter(({ wardUUID }) => followed.has(wardUUID)) };
}

/** Opens one live connection for all wards of the place. */
export function openLiveConnection(
  api: ApiClient,
  { wardUuids }: BoardPlace,
  callbacks: LiveCallbacks,
): { close(): void } {
  return openEventStream({
    ...callbacks,
    url: api.baseUrl + requestPathOf(endpoints.streamEvents, { query: { wardUUID: wardUuids.join(',') } }),
    accessToken: () => api.accessToken(),
    onUnauthorized: (token, cause) => void api.replaceRejectedToken(token, cause),
    onMoved: async (body) => (await import('./follow-move.ts')).followMove(body),
    onTokenAccepted: api.tokenAccepted,
    network: window,
    isOnline: () => navigator.onLine,
    onEvent: (name, data) => {
      if (name === roomStatusEventName) receive(data, ReceivedUpdate, callbacks.onUpdates, callbacks);
      if (name === noticeEventName) void receiveNotices(data);
      if (name === alertEventName) receive(data, ReceivedRoomAlerts, callbacks.onAlerts, callbacks);
    },
  });
}

/** Loaded late, as the parts of the board that show it. Without it the next report of the board brings the same. */
async function receiveNotices(data: string): Promise<void> {
  const notices = await import('./notices.ts').catch(() => undefined);
  notices?.receiveNotices(data);
}

/** Reads the items of an event. Skips and logs invalid items, and then requests the list of rooms instead. */
function receive<T>(
  data: string,
  schema: z.ZodMiniType<T>,
  onItems: (items: readonly T[]) => void,
  { onUnreadableUpdate }: LiveCallbacks,
): void {
  try {
    const { items, skippedCount } = selectValidItems(schema, z.parse(z.array(z.unknown()), JSON.parse(data)), 'update');
    onItems(items);
    if (skippedCount > 0) onUnreadableUpdate();
  } catch (error) {
    console.error('A live update could not be read, reason:', error);
    onUnreadableUpdate();
  }
}
