/** The call of the last nights of a room. */
import * as z from 'zod/mini';
import { activities } from '../../domain/history/nights/activity.ts';
import { comparedNightCount } from '../../domain/history/nights/typical-range.ts';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();
const Span = z.object({ from: Time, to: Time });
/** The seconds of each activity. */
const ActivitySeconds = z.object({
  bed: z.number(),
  up: z.number(),
  bathroom: z.number(),
  out: z.number(),
  staff: z.number(),
  unmonitored: z.number(),
});
const Range = z.object({ low: z.number(), high: z.number() });

/** The numbers of the hours of sleep of one night. */
export const SleepNumbers = z.object({
  seconds: ActivitySeconds,
  bedExits: z.number(),
  bathroomVisits: z.number(),
  restlessCount: z.number(),
  maxOutOfBedSeconds: z.number(),
});

/** The typical values of the numbers of a room. */
export const TypicalNumbers = z.object({
  bedExits: Range,
  bathroomVisits: Range,
  restlessCount: Range,
  maxOutOfBedSeconds: Range,
  bathroomSeconds: Range,
});

export const RoomNights = z.object({
  streamUUID: Uuid,
  displayName: z.string(),
  /** The time zone of the location. The times are in UTC. */
  timeZone: z.string(),
  /** The nights from noon to noon, the latest first. The latest may go on: its periods end now. */
  nights: z.array(
    z.object({
      ...Span.shape,
      /** The hours of sleep, in which the numbers are counted. */
      sleep: Span,
      /** What happened, by the times of the reports. Reports that arrived late are included. */
      periods: z.array(z.object({ activity: z.enum(activities), ...Span.shape })),
      numbers: SleepNumbers,
      /** When alerts were raised, without drills. */
      alerts: z.array(z.object({ status: z.int(), raisedAt: Time })),
      /** Whether enough of the hours of sleep was monitored to compare the night, and they are over. */
      isComparable: z.boolean(),
    }),
  ),
  /** The typical values of these nights. Null: too few of them can be compared. */
  typical: z.nullable(TypicalNumbers),
});

export const roomNightsEndpoints = {
  getRoomNights: {
    method: 'GET',
    path: '/streams/{id}/nights',
    access: 'user',
    reach: 'named',
    summary: `The last ${comparedNightCount} nights of a room, with their numbers and the typical values of the room`,
    params: z.object({ id: Uuid }),
    response: RoomNights,
  },
  exportRoomNights: {
    method: 'GET',
    path: '/streams/{id}/nights.csv',
    access: 'user',
    reach: 'named',
    summary: `The last ${comparedNightCount} nights of a room as CSV`,
    params: z.object({ id: Uuid }),
    response: z.string(),
    textAnswer: {
      contentTypes: ['text/csv'],
      description:
        'One row for each night, the latest first, with its numbers and its count of alerts. Times are in UTC.',
    },
  },
} as const satisfies Record<string, Endpoint>;
