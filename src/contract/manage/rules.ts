/** The calls that show and change the rules of locations, wards and rooms, and that count what a change would have done. */
import * as z from 'zod/mini';
import { streamTypes } from '../../domain/stream.ts';
import type { Endpoint } from '../endpoint.ts';
import { PlaceRulesJson } from '../place-rules.ts';
import { Uuid } from '../uuid.ts';
import { Version } from './version.ts';

/** Clients have no rules. */
const ruledLevels = ['location', 'ward', 'stream'] as const;

export type RuledLevel = (typeof ruledLevels)[number];

const subject = { level: z.enum(ruledLevels), uuid: Uuid };

const RuledPlace = z.object({ ...subject, displayName: z.string() });

export const maxListedExceptions = 50;

const RulesState = z.object({
  ...subject,
  displayName: z.string(),
  /** The type of a room. Null for a location and a ward. */
  type: z.nullable(z.enum(streamTypes)),
  /** The rules that the place or room has of its own. */
  rules: PlaceRulesJson,
  version: Version,
  /** The places above with their own rules, the location first. */
  above: z.array(z.extend(RuledPlace, { rules: PlaceRulesJson })),
  /** The wards and rooms below that have rules of their own, which take precedence. */
  below: z.object({ count: z.int(), first: z.array(RuledPlace).check(z.maxLength(maxListedExceptions)) }),
  roomCount: z.int(),
});

const Counts = { before: z.int(), after: z.int() };

/** The preview counts at most so many rooms, and lists at most so many. */
export const maxPreviewedRooms = 1_000;
export const maxListedRooms = 100;

/**
 * What a preview leaves out. `shorter-silence`: heartbeats are not in the log, so it does not know which devices would
 * have been offline earlier. `rooms`, `nights`: there are more than a preview counts.
 */
const previewGaps = ['shorter-silence', 'rooms', 'nights'] as const;

/** Alerts that staff would have seen, `before`: with the present rules, `after`: with the change. */
const RulesPreview = z.object({
  ...Counts,
  /** The oldest first. A night lasts from noon to noon, so that it contains the alerts of the day too. */
  nights: z.array(
    z.object({
      ...Counts,
      /** The date of the evening in the time zone of the home, such as `2026-11-15`. */
      evening: z.iso.date(),
    }),
  ),
  /** The rooms with an alert, those with the largest difference first. */
  rooms: z
    .array(z.object({ ...Counts, uuid: Uuid, displayName: z.string(), wardName: z.string() }))
    .check(z.maxLength(maxListedRooms)),
  /** The rooms whose number of alerts changes, also those that are not listed. */
  changedRoomCount: z.int(),
  /** The statuses with an alert, those with the largest difference first. */
  statuses: z.array(z.object({ ...Counts, status: z.int() })),
  roomCount: z.int(),
  gaps: z.array(z.enum(previewGaps)),
});

export const rulesEndpoints = {
  getRules: {
    method: 'GET',
    path: '/manage/rules',
    access: 'manager',
    summary: 'The rules of a location, ward or room that you manage, and the rules of the places above it',
    query: z.object(subject),
    response: RulesState,
  },
  changeRules: {
    method: 'POST',
    path: '/manage/rules',
    access: 'manager',
    summary: 'Replaces the own rules of a location, ward or room. They apply to the next report of each room',
    body: z.strictObject({ ...subject, version: Version, rules: PlaceRulesJson }),
    response: RulesState,
    conflict: RulesState,
  },
  previewRules: {
    method: 'POST',
    path: '/manage/rules/preview',
    access: 'manager',
    summary: 'How many alerts the rules would have raised in the last seven nights, counted from the report log',
    body: z.strictObject({ ...subject, rules: PlaceRulesJson }),
    response: RulesPreview,
  },
} as const satisfies Record<string, Endpoint>;
