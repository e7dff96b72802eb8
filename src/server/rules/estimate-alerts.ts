/** Estimates how many alerts rooms would have raised in the last week, with their present rules and with others. */
import type * as z from 'zod/mini';
import type { rulesEndpoints } from '../../contract/rules/rules.ts';
import { effectiveRulesOf, type PlaceRules } from '../../contract/rules/place-rules.ts';
import { maxAlertDelayMs } from '../../domain/alerts/alert-rules.ts';
import type { Database } from '../database/database.ts';
import { bySequence, dayOfReceipt, daysBetween } from '../database/report-days.ts';
import { toCanonicalRules } from '../home/home-file/format/home-schema.ts';
import { createTimeSlices } from '../shared/time-slices.ts';
import { EstimatedRoom, type LoggedStatus, type RoomRules, roomRulesOf } from './estimated-room.ts';
import { parsePlaceRules, type RulesSubject } from './ruled-place.ts';

interface EstimateOptions {
  readonly database: Pick<Database, 'query'>;
  /** The present time in epoch milliseconds. */
  readonly now: number;
  /** Aborted when the caller does not wait for the result any more. */
  readonly signal: AbortSignal;
}

const weekMs = 7 * 24 * 3_600_000;
/** The number of entries per query, which takes a few milliseconds. */
const pageSize = 500;
/** The maximum number of pages of a room and a day. A faulty sensor has more, and its later entries are left out. */
const maxPagesOfDay = 10;

type AlertEstimate = z.output<typeof rulesEndpoints.previewRules.response>;

/** `draft`: the own rules that the place would have. Throws the reason of the signal when the signal is aborted. */
export async function estimateAlerts(
  options: EstimateOptions,
  subject: RulesSubject,
  draft: PlaceRules,
): Promise<AlertEstimate> {
  const { database, now } = options;
  const from = now - weekMs;
  const counts = { before: 0, after: 0 };
  const sides = ['before', 'after'] as const;
  // Caches parsed rules, because most rooms have the same ones and parsing takes long.
  const parsed = new Map<string, RoomRules>();
  const rooms = new Map(
    (await readRooms(database.query, subject, draft)).map(({ uuid, type, ...stored }) => {
      const ofSide = (side: (typeof sides)[number]) => {
        const key = `${type} ${stored[side]}`;
        const rules = parsed.get(key) ?? roomRulesOf(type, stored[side]);
        parsed.set(key, rules);
        return new EstimatedRoom(rules, (at) => (counts[side] += at >= from ? 1 : 0));
      };
      return [uuid, sides.map(ofSide)] as const;
    }),
  );
  let hasReports = false;
  // Reads entries from before the week too, because a status may have begun then and raise its alert in the week.
  for (const [uuid, estimated] of rooms) {
    await readLog(options, from - maxAlertDelayMs, uuid, (entry) => {
      hasReports ||= entry.receivedAt >= from;
      for (const room of estimated) room.add(entry);
    });
  }
  for (const room of [...rooms.values()].flat()) room.advance(now);
  return { ...counts, hasReports };
}

/** Reads the active rooms of the subject with their present rules and those after the change, as in `stream.rules`. */
async function readRooms(query: Database['query'], { level, uuid }: RulesSubject, draft: PlaceRules) {
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .where(`${level}.uuid`, '=', uuid)
    .where('stream.status', '=', 'ACTIVE')
    .select(['stream.uuid', 'stream.type', 'stream.rules as before'])
    .select(['location.own_rules as location', 'ward.own_rules as ward', 'stream.own_rules as stream'])
    .execute();
  return rows.map(({ location, ward, stream, ...room }) => {
    const own = { location, ward, stream };
    const levels = (['location', 'ward', 'stream'] as const).map((one) =>
      one === level ? draft : parsePlaceRules(own[one]),
    );
    return { ...room, after: toCanonicalRules(effectiveRulesOf(levels, room.type)) };
  });
}

/**
 * Passes the entries of a room since `from` to `onEntry` in the order in which they were written, and returns to the
 * event loop after each query.
 */
async function readLog(
  { database: { query }, now, signal }: EstimateOptions,
  from: number,
  uuid: string,
  onEntry: (entry: LoggedStatus) => void,
): Promise<void> {
  const runInSlice = createTimeSlices();
  for (const day of daysBetween(from, now)) {
    const entries = query
      .selectFrom('report')
      .select(['sequence', 'status', 'notification', 'received_at as receivedAt'])
      .where('stream_uuid', '=', uuid)
      .where(dayOfReceipt, '=', day)
      .where('received_at', '>=', from)
      .where('effect', '<>', 'late')
      .orderBy(bySequence)
      .limit(pageSize);
    let page = entries;
    for (let pageCount = 0; pageCount < maxPagesOfDay; pageCount += 1) {
      signal.throwIfAborted();
      const rows = await runInSlice(() => page.execute());
      for (const { notification, ...row } of rows) onEntry({ ...row, notification: notification === 1 });
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) break;
      page = entries.where(bySequence, '>', last.sequence);
    }
  }
}
