/** The record of a walk test: an installer triggers the sensor of each room and sees whether its report arrives. */
import * as z from 'zod/mini';
import type { Room } from '../../../domain/room.ts';
import { isUnreachable } from '../status/unreachable.ts';

const results = ['received', 'failed', 'skipped'] as const;

export type WalkResult = (typeof results)[number];

/** What a room has reported during its test. */
const Report = z.object({ status: z.int(), afterMs: z.number() });

const TestedRoom = z.object({
  roomUuid: z.string(),
  /** The name at the time of the test. */
  roomName: z.string(),
  result: z.enum(results),
  /** The first report. Null: there was none. */
  report: z.nullable(Report),
  note: z.string(),
  /** The name of whoever tested the room. Null: the identity provider tells no name. */
  by: z.nullish(z.string()),
  /** When the test of the room ended, in epoch milliseconds by the clock of the server. */
  at: z.number(),
});

const CurrentRoom = z.object({
  roomUuid: z.string(),
  startedAt: z.number(),
  report: z.nullable(Report),
  /** The time of the last notification while the room is unreachable. Null: there was none. */
  lastNotificationWhileUnreachable: z.nullish(z.string()),
});

export const WalkTest = z.object({
  /** Epoch milliseconds, by the clock of the server. */
  startedAt: z.number(),
  /** At most one for each room, in the order of the tests. */
  rooms: z.array(TestedRoom),
  /** The room whose report is waited for, or whose report is there and was not judged yet. */
  current: z.nullable(CurrentRoom),
});

export type WalkTest = z.infer<typeof WalkTest>;
export type TestedRoom = z.infer<typeof TestedRoom>;

export function newWalkTest(now: number): WalkTest {
  return { startedAt: now, rooms: [], current: null };
}

type TestableRoom = Pick<Room, 'uuid' | 'roomStatus' | 'lastNotificationSent'>;

/** Begins to wait for the next report of a room. A second test of a room replaces the first one when it ends. */
export function startRoom(test: WalkTest, room: TestableRoom, now: number): WalkTest {
  return { ...test, current: { roomUuid: room.uuid, startedAt: now, report: null, ...unreachability(room) } };
}

/**
 * `changed`: rooms whose state has changed. The first report counts, because it is the one that the installer has caused.
 * A room that goes offline meanwhile has not reported, nor has one that only comes back: a heartbeat of its gateway is
 * enough for that.
 */
export function receiveReports(test: WalkTest, changed: readonly Room[], now: number): WalkTest {
  const { current } = test;
  const room = changed.find(({ uuid }) => uuid === current?.roomUuid);
  if (room === undefined || current === null || current.report !== null) return test;
  const isBack = current.lastNotificationWhileUnreachable === room.lastNotificationSent;
  const { lastNotificationWhileUnreachable: _, ...waiting } = current;
  if (isUnreachable(room) || isBack) return { ...test, current: { ...waiting, ...unreachability(room) } };
  return { ...test, current: { ...waiting, report: { status: room.roomStatus, afterMs: now - current.startedAt } } };
}

function unreachability(room: TestableRoom) {
  return isUnreachable(room) ? { lastNotificationWhileUnreachable: room.lastNotificationSent } : {};
}

interface Judgement {
  readonly result: WalkResult;
  readonly note: string;
  readonly by: string | null;
  /** Epoch milliseconds, by the clock of the server. */
  readonly now: number;
}

/** Ends the test of a room. A room that was not started can be skipped. */
export function finishRoom(
  test: WalkTest,
  { uuid, displayName }: Pick<Room, 'uuid' | 'displayName'>,
  { result, note, by, now }: Judgement,
): WalkTest {
  const report = test.current?.roomUuid === uuid ? test.current.report : null;
  const tested = { roomUuid: uuid, roomName: displayName, result, report, note: note.trim(), by, at: now };
  return { ...test, current: null, rooms: [...test.rooms.filter(({ roomUuid }) => roomUuid !== uuid), tested] };
}

/** How many of these rooms have a result. Rooms that were removed since their test do not count. */
export function doneCount({ rooms }: WalkTest, all: readonly Room[]): number {
  return all.filter(({ uuid }) => rooms.some(({ roomUuid }) => roomUuid === uuid)).length;
}

/** The room that is tested, or the next one without a result. Undefined: all rooms have one. */
export function nextRoom({ current, rooms }: WalkTest, all: readonly Room[]): Room | undefined {
  const done = new Set(rooms.map(({ roomUuid }) => roomUuid));
  return all.find(({ uuid }) => uuid === current?.roomUuid) ?? all.find(({ uuid }) => !done.has(uuid));
}
