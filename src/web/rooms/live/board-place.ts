/** The list and the live connection of the rooms of a place. */
import * as z from 'zod/mini';
import { addressOf } from '../../../contract/endpoint.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { alertEvent, roomStatusEvent } from '../../../contract/live-events.ts';
import type { ApiClient } from '../../api/api-client.tsx';
import { openEventStream } from '../../api/event-stream.ts';
import { clockOffsetMs } from '../../api/server-clock.ts';
import { UncheckedItems, validItems } from '../../api/valid-items.ts';
import { ReceivedRoomAlerts, Time } from './received-alerts.ts';
import { ReceivedRoom, ReceivedUpdate } from './received-rooms.ts';
import type { RoomList } from './state-machine/board-events.ts';
import type { LiveCallbacks } from './board-subscription.ts';

/** What a board shows: a ward, or several wards of a location. */
export interface BoardPlace {
  /** The ward or the location, by which the server filters the list. */
  readonly uuid: string;
  /** The wards whose updates the live connection brings. */
  readonly wardUuids: readonly string[];
}

const listStreams = {
  ...endpoints.listStreams,
  response: z.extend(UncheckedItems, { outdatedSince: z.optional(Time) }),
};

/** The rooms of a ward or a location. */
export async function fetchRooms(api: ApiClient, uuid: string, signal: AbortSignal): Promise<RoomList> {
  const { items, outdatedSince } = await api.call(listStreams, { query: { locationUUID: uuid }, signal });
  return {
    ...validItems(ReceivedRoom, items, 'room'),
    // The times of a board are by the clock of the device. The server's clock is added where a time is shown.
    outdatedSince: outdatedSince === undefined ? undefined : Date.parse(outdatedSince) - clockOffsetMs(),
  };
}

/** The rooms of a place. Rooms that the live connection does not follow are left out, because they would become stale. */
export async function fetchRoomsOf(api: ApiClient, place: BoardPlace, signal: AbortSignal): Promise<RoomList> {
  const list = await fetchRooms(api, place.uuid, signal);
  const isWard = place.wardUuids.includes(place.uuid);
  if (isWard) return list;
  const followed = new Set<string | undefined>(place.wardUuids);
  return { ...list, items: list.items.filter(({ wardUUID }) => followed.has(wardUUID)) };
}

/** Opens one live connection for all wards of the place. */
export function openLive(api: ApiClient, { wardUuids }: BoardPlace, callbacks: LiveCallbacks): { close(): void } {
  return openEventStream({
    ...callbacks,
    url: api.baseUrl + addressOf(endpoints.streamEvents, { query: { wardUUID: wardUuids.join(',') } }),
    accessToken: () => api.accessToken(),
    onUnauthorized: (token, cause) => void api.replaceRejectedToken(token, cause),
    onTokenAccepted: api.tokenAccepted,
    network: window,
    isOnline: () => navigator.onLine,
    onEvent: (name, data) => {
      if (name === roomStatusEvent) receive(data, ReceivedUpdate, callbacks.onUpdates, callbacks);
      if (name === alertEvent) receive(data, ReceivedRoomAlerts, callbacks.onAlerts, callbacks);
    },
  });
}

/** Reads the items of an event. Invalid items are logged and skipped, and the list is fetched instead of them. */
function receive<T>(
  data: string,
  schema: z.ZodMiniType<T>,
  onItems: (items: readonly T[]) => void,
  { onUnreadableUpdate }: LiveCallbacks,
): void {
  try {
    const { items, skippedCount } = validItems(schema, z.parse(z.array(z.unknown()), JSON.parse(data)), 'update');
    onItems(items);
    if (skippedCount > 0) onUnreadableUpdate();
  } catch (error) {
    console.error('A live update could not be read, reason:', error);
    onUnreadableUpdate();
  }
}
