/** Counts the alerts that rooms would have raised in the last nights, with their present rules and with others. */
import type * as z from 'zod/mini';
import { maxPreviewedRooms, type rulesEndpoints } from '../../../contract/manage/rules.ts';
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import type { StreamStatus, StreamType } from '../../../domain/stream.ts';
import type { Database } from '../../database/database.ts';
import { createTimeSlices } from '../../shared/time-slices.ts';
import { createAlertCounts, type Side, sides } from './alert-counts.ts';
import { lastNights } from './nights.ts';
import { findLogStart, type LogPage, readLog } from './read-log.ts';
import type { RaisedAlert } from './recorded.ts';
import { ReplayedRoom } from './replayed-room.ts';

export interface PreviewedRoom {
  readonly uuid: string;
  readonly displayName: string;
  readonly wardName: string;
  readonly type: StreamType;
  readonly status: StreamStatus;
  /** Rules as in `stream.rules`: the present ones, and those with the change. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface PreviewOptions {
  readonly database: Pick<Database, 'kind' | 'query'>;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  readonly limits?: PreviewLimits;
}

type RulesPreview = z.output<typeof rulesEndpoints.previewRules.response>;

/** A preview takes the newest entries of the log: so many of its rooms, and so many of all rooms. */
interface PreviewLimits {
  readonly replayed: number;
  readonly read: number;
}

/** A browser waits ten seconds. A replay of one entry takes about 10 µs, reading one of another room about 1 µs. */
const defaultLimits: PreviewLimits = { replayed: 300_000, read: 4_000_000 };
/** A rule can wait for a day, so the replay begins a day before the first night. */
const warmUpMs = 24 * 3_600_000;
/** Their replay takes less than a time slice. */
const reportsPerSlice = 50;

/** Throws the reason of the signal when it is aborted. */
export async function previewRules(options: PreviewOptions, all: readonly PreviewedRoom[]): Promise<RulesPreview> {
  const { database, now } = options;
  const { nights, to, ...week } = lastNights(now);
  const from = week.from - warmUpMs;
  const rooms = all.slice(0, maxPreviewedRooms);
  const counts = createAlertCounts(nights, rooms);
  const replays = createReplays(rooms, counts.add);
  const start = await findLogStart(database, from, await countReadable(options, rooms.length));
  if (start !== undefined) await replayLog(options, replays, start, to);
  for (const replay of [...replays.values()].flat()) replay.advance(to);
  const readFrom = start?.from ?? from;
  return {
    ...counts.result(readFrom + warmUpMs),
    roomCount: all.length,
    gaps: gapsOf({ isCut: readFrom > from, areRoomsMissing: rooms.length < all.length, rooms }),
  };
}

/** The rooms of a home report about equally often. */
async function countReadable({ database, limits = defaultLimits }: PreviewOptions, roomCount: number): Promise<number> {
  const all = database.query.selectFrom('stream').select(({ fn }) => fn.countAll().as('count'));
  const { count } = await all.executeTakeFirstOrThrow();
  return Math.min(limits.read, Math.ceil((limits.replayed * Number(count)) / Math.max(1, roomCount)));
}

function gapsOf(preview: {
  readonly isCut: boolean;
  readonly areRoomsMissing: boolean;
  readonly rooms: readonly PreviewedRoom[];
}): RulesPreview['gaps'] {
  const isShorter = preview.rooms.some((room) => offlineAfter(room, 'after') < offlineAfter(room, 'before'));
  return [
    ...(isShorter ? (['shorter-silence'] as const) : []),
    ...(preview.areRoomsMissing ? (['rooms'] as const) : []),
    ...(preview.isCut ? (['nights'] as const) : []),
  ];
}

function offlineAfter(room: PreviewedRoom, side: Side): number {
  return ingestRulesOfStream(room.type, room[side]).offlineAfterMs ?? Infinity;
}

type Replays = ReadonlyMap<string, readonly ReplayedRoom[]>;

function createReplays(rooms: readonly PreviewedRoom[], add: ReturnType<typeof createAlertCounts>['add']): Replays {
  return new Map(
    rooms.map((room) => [
      room.uuid,
      sides.map((side) => {
        const onRaised = (alert: RaisedAlert) => add(side, room.uuid, alert);
        return new ReplayedRoom({ room, rules: room[side], recordedRules: room.before, onRaised });
      }),
    ]),
  );
}

async function replayLog(
  { database, signal }: PreviewOptions,
  replays: Replays,
  start: Parameters<typeof readLog>[2],
  to: number,
): Promise<void> {
  const runInSlice = createTimeSlices();
  for await (const page of readLog(database, new Set(replays.keys()), start, to)) {
    const events = [...page.events];
    for (let first = 0; first === 0 || first < page.reports.length; first += reportsPerSlice) {
      signal.throwIfAborted();
      const reports = page.reports.slice(first, first + reportsPerSlice);
      const isLast = first + reportsPerSlice >= page.reports.length;
      await runInSlice(() => replayReports(replays, { reports, events }, isLast));
    }
  }
}

interface Queued {
  readonly reports: LogPage['reports'];
  /** Those that are replayed are removed. */
  readonly events: LogPage['events'][number][];
}

/** An answer comes before a report of the same time. `isLast`: no more reports follow. */
function replayReports(replays: Replays, { reports, events }: Queued, isLast: boolean): void {
  const replayUntil = (at: number) => {
    for (let event = events[0]; event !== undefined && event.at <= at; event = events[0]) {
      for (const replay of replays.get(event.streamUUID) ?? []) replay.addEvent(event);
      events.shift();
    }
  };
  for (const report of reports) {
    replayUntil(report.receivedAt);
    for (const replay of replays.get(report.streamUUID) ?? []) replay.addReport(report);
  }
  if (isLast) replayUntil(Infinity);
}
