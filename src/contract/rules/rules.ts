/** The calls that show and change the rules of locations, wards and rooms, and estimate the alerts of a change. */
import * as z from 'zod/mini';
import { streamTypes } from '../../domain/stream.ts';
import type { Endpoint } from '../endpoint.ts';
import { LocationRulesJson, StoredRulesJson } from './place-rules.ts';
import { Uuid } from '../uuid.ts';
import { Version } from '../version.ts';

/** The levels that can have rules. */
const ruledLevels = ['location', 'ward', 'stream'] as const;

export type LevelWithRules = (typeof ruledLevels)[number];

const subject = { level: z.enum(ruledLevels), uuid: Uuid };

const RuledPlace = z.object({ ...subject, displayName: z.string() });

export const maxListedExceptions = 50;

export const RulesState = z.object({
  ...subject,
  displayName: z.string(),
  /** The type of a room. Null for a location and a ward. */
  type: z.nullable(z.enum(streamTypes)),
  /** The own rules of the place or room. */
  rules: StoredRulesJson,
  version: Version,
  /** The places above with their own rules, the location first. */
  above: z.array(z.extend(RuledPlace, { rules: StoredRulesJson })),
  /** The contacts of the location, which a step of the chain can name. */
  contacts: z.array(z.object({ uuid: Uuid, displayName: z.string() })),
  /** The wards and rooms below that have own rules, which take precedence. */
  below: z.object({ count: z.int(), first: z.array(RuledPlace).check(z.maxLength(maxListedExceptions)) }),
});

/**
 * An estimate of the alerts that staff would have seen. `before`: with the present rules, `after`: with the change. It
 * is computed from the report log, without answers, pauses and `offlineAfterSeconds`.
 */
export const AlertEstimate = z.object({
  before: z.int(),
  after: z.int(),
  /** Whether the log has reports of these rooms. Without reports there is nothing to count. */
  hasReports: z.boolean(),
});

/** The time limit of an estimate, because a week of a large home has many reports. */
const maxPreviewMs = 60_000;

export const rulesEndpoints = {
  getRules: {
    method: 'GET',
    path: '/manage/rules',
    access: 'manager',
    reach: 'named',
    summary: 'The rules of a location, ward or room that you manage, and the rules of the places above it',
    query: z.object(subject),
    response: RulesState,
  },
  changeRules: {
    method: 'POST',
    path: '/manage/rules',
    access: 'manager',
    reach: 'named',
    outcome: 'kept',
    summary: 'Replaces the own rules of a location, ward or room. They apply to the next report of each room',
    body: z.strictObject({ ...subject, version: Version, rules: LocationRulesJson }),
    response: RulesState,
    conflict: RulesState,
  },
  previewRules: {
    method: 'POST',
    path: '/manage/rules/preview',
    access: 'manager',
    reach: 'named',
    timeLimitMs: maxPreviewMs,
    summary: 'About how many alerts the rules would have raised in the last seven days, estimated from the report log',
    body: z.strictObject({ ...subject, rules: LocationRulesJson }),
    response: AlertEstimate,
  },
} as const satisfies Record<string, Endpoint>;
