import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { testStream } from '../../../../tests/support/test-stream.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Stream } from '../../../domain/stream.ts';
import type { ApiClient } from '../../api/api-client.tsx';
import { ApiError } from '../../api/api-error.ts';
import type { CallEndpoint } from '../../api/call-endpoint.ts';
import { clockOffsetMs, measureServerClock } from '../../api/server-clock.ts';
import { fetchRooms, fetchRoomsOf } from '../live/board-place.ts';
import { pollLocationCounts } from './follow-counts.ts';
import type { PlaceCounts } from './place-counts.ts';

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [north, south, roomOne, roomTwo] = [uuid(1), uuid(2), uuid(3), uuid(4)];

let ending = new AbortController();

beforeEach(() => {
  ending = new AbortController();
  vi.useFakeTimers();
});

afterEach(() => {
  ending.abort();
  vi.useRealTimers();
});

interface AnyOptions {
  readonly query?: Readonly<Record<string, string>>;
}

/** An API whose list of streams is the result of `answer` for the place that is asked for. */
function apiWith(
  answer: (place: string) => readonly Partial<Stream>[],
  members: { readonly outdatedSince?: string } = {},
): { api: ApiClient; calls: string[] } {
  const calls: string[] = [];
  const call: CallEndpoint = async <E extends Endpoint>(endpoint: E, options: AnyOptions) => {
    const place = options.query?.['locationUUID'] ?? '';
    calls.push(place);
    await Promise.resolve();
    return z.parse<E['response']>(endpoint.response, { items: answer(place), ...members });
  };
  const unused = () => Promise.reject(new Error('not used'));
  const api = { baseUrl: '', call, accessToken: unused, replaceRejectedToken: unused, tokenAccepted: () => undefined };
  return { api, calls };
}

test('locations are counted every 15 s, and after a failure no count is current until its location answers again', async () => {
  let isDown = false;
  const { api, calls } = apiWith((place) => {
    if (isDown) throw new Error('the server is down');
    return [testStream(roomOne, { wardUUID: uuid(5), roomStatus: place === north ? 12 : 5 })];
  });
  const shown: PlaceCounts[] = [];
  void pollLocationCounts([north, south], { api, signal: ending.signal, onCounts: (counts) => shown.push(counts) });
  const current = () =>
    [...(shown.at(-1) ?? [])].map(([, { unmonitoredCount, isCurrent }]) => [unmonitoredCount, isCurrent]);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(calls).toEqual([north, south]);
  expect(current()).toEqual([
    [1, true],
    [0, true],
  ]);
  isDown = true;
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toEqual([north, south, north, south]);
  expect(current()).toEqual([
    [1, false],
    [0, false],
  ]);
  isDown = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(current()).toEqual([
    [1, true],
    [0, true],
  ]);
  ending.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(6);
});

test('a location that the user may no longer see, and one of a server without alerts, have no counts', async () => {
  let isForbidden = false;
  const { api } = apiWith((place) => {
    if (isForbidden && place === north) throw new ApiError(404, 'not found');
    const { alertRevision, ...specified } = testStream(roomOne, { wardUUID: uuid(5) });
    return [place === north ? { ...specified, alertRevision } : specified];
  });
  const shown: PlaceCounts[] = [];
  void pollLocationCounts([north, south], { api, signal: ending.signal, onCounts: (counts) => shown.push(counts) });
  await vi.advanceTimersByTimeAsync(1);
  expect([...(shown.at(-1) ?? [])].map(([place]) => place)).toEqual([north]);
  isForbidden = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(shown.at(-1)?.size).toBe(0);
});

test('a room of a ward that the live connection does not follow is left out of a location, but not of a ward', async () => {
  const { api } = apiWith(() => [testStream(roomOne, { wardUUID: north }), testStream(roomTwo, { wardUUID: uuid(9) })]);
  const roomsOf = async (place: string) =>
    (await fetchRoomsOf(api, { uuid: place, wardUuids: [north] }, ending.signal)).items.map((room) => room.uuid);
  expect(await roomsOf(south)).toEqual([roomOne]);
  expect(await roomsOf(north)).toEqual([roomOne, roomTwo]);
});

test('the time since when the server stores no report is converted to the clock of the device', async () => {
  const outdatedSince = '2026-01-15T03:00:00.000Z';
  const { api } = apiWith(() => [], { outdatedSince });
  const sentAt = Date.parse(outdatedSince);
  try {
    measureServerClock(new Date(sentAt - 600_000).toUTCString(), sentAt, sentAt);
    // The board shows `outdatedSince + clockOffsetMs()`.
    const list = await fetchRooms(api, north, ending.signal);
    expect(list.outdatedSince).toBe(sentAt - clockOffsetMs());
    expect(clockOffsetMs()).toBe(-599_500);
  } finally {
    measureServerClock(new Date(sentAt).toUTCString(), sentAt, sentAt);
  }
});
