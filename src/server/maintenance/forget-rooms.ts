/** Takes the room from old nights: figures keep their counts, and no row says whose they are. */
import type { Kysely } from 'kysely';
import type { NightSummary } from '../../domain/history/nights/night-summary.ts';
import { parseSummary, toSummaryColumn } from '../database/night-table.ts';
import type { Schema } from '../database/schema.ts';

const noSleep: NightSummary['sleep'] = {
  seconds: { bed: 0, up: 0, bathroom: 0, out: 0, staff: 0, unmonitored: 0 },
  bedExits: 0,
  bathroomVisits: 0,
  restlessCount: 0,
  maxOutOfBedSeconds: 0,
};

/** What figures count: alerts, and how long the night was monitored. The sleep is personal. */
export function withoutRoom({ seconds, alerts }: NightSummary): NightSummary {
  return { sleep: noSleep, seconds, alerts };
}

interface NightsToForget {
  /** Undefined: those of all rooms. */
  readonly stream?: string;
  /** Nights that ended until then. Epoch milliseconds. */
  readonly before: number;
  readonly limit: number;
}

/** Takes the room from nights, at most `limit`. Returns how many they were. */
export async function forgetRooms(query: Kysely<Schema>, { stream, before, limit }: NightsToForget): Promise<number> {
  let old = query.selectFrom('room_night').where('stream_uuid', 'is not', null).where('to_at', '<=', before);
  if (stream !== undefined) old = old.where('stream_uuid', '=', stream);
  const rows = await old.select(['sequence', 'summary', 'wanted']).limit(limit).execute();
  for (const { sequence, summary, wanted } of rows) {
    if (summary === null) await query.deleteFrom('room_night').where('sequence', '=', sequence).execute();
    else {
      await query
        .updateTable('room_night')
        .set({ stream_uuid: null, summary: toSummaryColumn(withoutRoom(parseSummary(summary))), counted: wanted })
        .where('sequence', '=', sequence)
        .execute();
    }
  }
  return rows.length;
}
