/** What the database holds, and how far what was promised and what is shown agree with it. */
import type { Database } from '../../src/server/database/database.ts';

export interface ExpectedState {
  readonly revision: number;
  readonly roomStatus: number;
}

/** By stream. Throws while the database is away. */
export async function readExpectedState({ query }: Database): Promise<ReadonlyMap<string, ExpectedState>> {
  const rows = await query.selectFrom('stream').select(['uuid', 'revision', 'room_status']).execute();
  return new Map(rows.map((row) => [row.uuid, { revision: row.revision, roomStatus: row.room_status }]));
}

export interface ReportLogFindings {
  /** Acknowledged, and not in the log. */
  readonly lost: readonly string[];
  /** More than once in the log. */
  readonly doubled: readonly string[];
}

const idsAQuery = 500;

/** `acknowledged`: ids of reports that were answered as accepted or known. */
export async function checkReportLog({ query }: Database, acknowledged: Iterable<string>): Promise<ReportLogFindings> {
  const ids = [...acknowledged];
  const counts = new Map<string, number>();
  for (let start = 0; start < ids.length; start += idsAQuery) {
    const rows = await query
      .selectFrom('report')
      .select(['report_id', ({ fn }) => fn.countAll().as('count')])
      .where('report_id', 'in', ids.slice(start, start + idsAQuery))
      .groupBy('report_id')
      .execute();
    for (const { report_id: id, count } of rows) if (id !== null) counts.set(id, Number(count));
  }
  return {
    lost: ids.filter((id) => !counts.has(id)),
    doubled: ids.filter((id) => (counts.get(id) ?? 0) > 1),
  };
}

/** How often a room was called unreachable by our own watch, although its device reported. */
export async function countFalseAlarms({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom('report')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('device_key_id', '=', 'watchdog')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether a board shows at least what the database held: the same, or something newer. */
export function isUpToDate(
  shown: ReadonlyMap<string, ExpectedState>,
  database: ReadonlyMap<string, ExpectedState>,
): boolean {
  return [...shown].every(([uuid, { revision, roomStatus }]) => {
    const real = database.get(uuid);
    if (real === undefined || revision < real.revision) return false;
    return revision > real.revision || roomStatus === real.roomStatus;
  });
}
