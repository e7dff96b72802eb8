/** The record of a walk test: an installer triggers the sensor of each room and sees whether its report arrives. */
import * as z from 'zod/mini';
import type { Room } from '../../domain/room.ts';
import { isUnreachable } from '../board/status/unreachable.ts';

const results = ['received', 'failed', 'skipped'] as const;

export type WalkResult = (typeof results)[number];

/** The report of a room in its test: the status code, and the time since the start in milliseconds. */
const Report = z.object({ status: z.int(), afterMs: z.number() });

const TestedRoom = z.object({
  roomUuid: z.string(),
  /** The name of the room at the time of the test. */
  roomName: z.string(),
  result: z.enum(results),
  /** The first report of the room in its test. Null: there was none. */
  report: z.nullable(Report),
  note: z.string(),
  /** The name of the person who tested the room. Null: the identity provider sends none. */
  by: z.nullish(z.string()),
  /** When the test of the room ended, in epoch milliseconds by the clock of the server. */
  at: z.number(),
});

const CurrentRoom = z.object({
  roomUuid: z.string(),
  startedAt: z.number(),
  report: z.nullable(Report),
  /** The last state of the room that is not the awaited report. */
  known: z.object({ status: z.int(), sent: z.nullable(z.string()) }),
});

export const WalkTest = z.object({
  /** When the walk test was started, in epoch milliseconds by the clock of the server. */
  startedAt: z.number(),
  /** The results, at most one for each room, in the order of the tests. */
  rooms: z.array(TestedRoom),
  /** The room that is being tested: its report is awaited, or has arrived and was not judged yet. */
  current: z.nullable(CurrentRoom),
});

export type WalkTest = z.infer<typeof WalkTest>;
export type TestedRoom = z.infer<typeof TestedRoom>;

export function newWalkTest(now: number): WalkTest {
  return { startedAt: now, rooms: [], current: null };
}

type TestableRoom = Pick<Room, 'uuid' | 'roomStatus' | 'lastNotificationSent'>;

/** Starts to wait for the next report of a room. A second test of a room replaces its first result when it ends. */
export function startRoom(test: WalkTest, room: TestableRoom, now: number): WalkTest {
  const known = { status: room.roomStatus, sent: room.lastNotificationSent };
  return { ...test, current: { roomUuid: room.uuid, startedAt: now, report: null, known } };
}

/**
 * Records the first report of the tested room, because it is the report that the installer has caused. A room that goes
 * offline has not reported. Neither has a room that only comes back online, because a heartbeat of its gateway is
 * enough for that.
 */
export function receiveReports(test: WalkTest, rooms: readonly TestableRoom[], now: number): WalkTest {
  const { current } = test;
  const room = rooms.find(({ uuid }) => uuid === current?.roomUuid);
  if (room === undefined || current === null || current.report !== null) return test;
  const { known } = current;
  const { roomStatus: status, lastNotificationSent: sent } = room;
  if (status === known.status && sent === known.sent) return test;
  const isBack = isUnreachable({ roomStatus: known.status }) && sent === known.sent;
  if (isUnreachable(room) || isBack) return { ...test, current: { ...current, known: { status, sent } } };
  return { ...test, current: { ...current, report: { status, afterMs: now - current.startedAt } } };
}

interface Judgement {
  readonly result: WalkResult;
  readonly note: string;
  readonly by: string | null;
  /** When the test of the room ends, in epoch milliseconds by the clock of the server. */
  readonly now: number;
}

/** Ends the test of a room. A room whose test was not started is recorded as skipped. */
export function finishRoom(
  test: WalkTest,
  { uuid, displayName }: Pick<Room, 'uuid' | 'displayName'>,
  { result, note, by, now }: Judgement,
): WalkTest {
  const report = test.current?.roomUuid === uuid ? test.current.report : null;
  const tested = { roomUuid: uuid, roomName: displayName, result, report, note: note.trim(), by, at: now };
  return { ...test, current: null, rooms: [...test.rooms.filter(({ roomUuid }) => roomUuid !== uuid), tested] };
}

/** The room that is being tested, or the next one without a result. Undefined: all rooms have a result. */
export function nextRoom({ current, rooms }: WalkTest, all: readonly Room[]): Room | undefined {
  const done = new Set(rooms.map(({ roomUuid }) => roomUuid));
  return all.find(({ uuid }) => uuid === current?.roomUuid) ?? all.find(({ uuid }) => !done.has(uuid));
}
