import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { testStream } from '../../../tests/support/test-stream.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Stream } from '../../contract/home/entities.ts';
import type { ApiClient } from '../api/api-client.tsx';
import { clockOffsetMs, measureServerClock } from '../api/server-clock.ts';
import { fetchRooms, fetchRoomsOf } from './board-place.ts';

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [north, south, roomOne, roomTwo] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const { signal } = new AbortController();

/** An API whose list of streams contains these items. */
function apiWith(items: readonly Partial<Stream>[], outdatedSince?: string): ApiClient {
  const unused = () => Promise.reject(new Error('not used'));
  return {
    baseUrl: '',
    call: async <E extends Endpoint>({ response }: E) =>
      Promise.resolve(z.parse<E['response']>(response, { items, outdatedSince })),
    accessToken: unused,
    replaceRejectedToken: unused,
    tokenAccepted: () => undefined,
  };
}

test('a board of a location leaves out rooms of wards that its live connection does not follow, a board of a ward does not', async () => {
  const api = apiWith([testStream(roomOne, { wardUUID: north }), testStream(roomTwo, { wardUUID: uuid(9) })]);
  const roomsOf = async (place: string) =>
    (await fetchRoomsOf(api, { uuid: place, wardUuids: [north] }, signal)).items.map((room) => room.uuid);
  expect(await roomsOf(south)).toEqual([roomOne]);
  expect(await roomsOf(north)).toEqual([roomOne, roomTwo]);
});

test('the time since when the server stores no report is converted to the clock of the browser', async () => {
  const outdatedSince = '2026-01-15T03:00:00.000Z';
  const sentAt = Date.parse(outdatedSince);
  try {
    measureServerClock(new Date(sentAt - 600_000).toUTCString(), sentAt, sentAt);
    // The time is by the clock of the browser: the board shows `outdatedSince + clockOffsetMs()`.
    const list = await fetchRooms(apiWith([], outdatedSince), north, signal);
    expect(list.outdatedSince).toBe(sentAt - clockOffsetMs());
    expect(clockOffsetMs()).toBe(-599_500);
  } finally {
    measureServerClock(new Date(sentAt).toUTCString(), sentAt, sentAt);
  }
});
