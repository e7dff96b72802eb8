/** The history of a room and of a ward, as the text of the answer. */
import { roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import { roomNightsEndpoints } from '../../contract/history/room-nights.ts';
import type { NamedRoom } from '../audit/named-room.ts';
import type { ReadTask } from '../database/read-task.ts';
import { serializeResponse } from '../http/serialize-response.ts';
import { writeHistoryCsv, writeNightsCsv, writeWardHistoryCsv } from './history-csv.ts';
import { loadRoomNights } from './nights/room-nights.ts';
import {
  type HistoryRequest,
  loadRoomHistory,
  loadWardHistory,
  maxCsvEntries,
  type WardRequest,
} from './room-history.ts';

interface NightsRequest {
  readonly room: NamedRoom;
  /** Epoch milliseconds. */
  readonly now: number;
}

export const readRoomHistory: ReadTask<HistoryRequest> = async ({ query }, request) =>
  serializeResponse(roomHistoryEndpoints.getRoomHistory, await loadRoomHistory(query, request));

export const exportRoomHistory: ReadTask<HistoryRequest> = async ({ query }, request) =>
  writeHistoryCsv(await loadRoomHistory(query, { ...request, pageSize: maxCsvEntries }));

export const readRoomNights: ReadTask<NightsRequest> = async ({ query }, { room, now }) =>
  serializeResponse(roomNightsEndpoints.getRoomNights, await loadRoomNights(query, room, now));

export const exportRoomNights: ReadTask<NightsRequest> = async ({ query }, { room, now }) =>
  writeNightsCsv(await loadRoomNights(query, room, now));

export const readWardHistory: ReadTask<WardRequest> = async ({ query }, request) =>
  serializeResponse(roomHistoryEndpoints.getWardHistory, await loadWardHistory(query, request));

export const exportWardHistory: ReadTask<WardRequest> = async ({ query }, request) =>
  writeWardHistoryCsv(await loadWardHistory(query, request));
