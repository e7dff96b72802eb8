/** The place and the period of figures. */
import { maxFigureDays } from '../../contract/figures/figures.ts';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import type { Database } from '../database/database.ts';
import { readWardTime, type WardTime } from '../rules/ward-time.ts';
import type { ManagerCaller } from '../http/api-server.ts';
import { requireManaged } from '../rights/manager.ts';
import { invalidField } from '../shared/invalid-field.ts';

type Query = Database['query'];

interface NamedWard {
  readonly uuid: string;
  readonly displayName: string;
}

export interface FigurePlace extends Pick<WardTime, 'timeZone'> {
  readonly placeUUID: string;
  /** By name. */
  readonly wards: readonly NamedWard[];
}

/** Finds the wards of a ward or location that the caller manages. Throws AppError for any other place. */
export async function requirePlace(query: Query, caller: ManagerCaller, uuid: string): Promise<FigurePlace> {
  const placeUUID = uuid.toLowerCase();
  const wards = await query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName'])
    .where(({ or, eb }) => or([eb('uuid', '=', placeUUID), eb('location_uuid', '=', placeUUID)]))
    .orderBy('display_name')
    .execute();
  const isWard = wards.some((ward) => ward.uuid === placeUUID);
  await requireManaged(query, caller, isWard ? 'ward' : 'location', placeUUID);
  const { timeZone } = await readWardTime(
    query,
    wards.map((ward) => ward.uuid),
  );
  return { placeUUID, wards, timeZone };
}

const dayMs = 86_400_000;
const defaultDays = 30;

export interface PeriodQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The period of a query, in epoch milliseconds. Throws AppError for one that is too long, or ends before it begins. */
export function periodOf(query: PeriodQuery, now: number): TimeSpan {
  const to = query.to === undefined ? now : Date.parse(query.to);
  const from = query.from === undefined ? to - defaultDays * dayMs : Date.parse(query.from);
  if (from >= to) throw invalidField('from', 'must be before `to`');
  if (to - from > maxFigureDays * dayMs)
    throw invalidField('from', `must be at most ${maxFigureDays} days before \`to\``);
  return { from, to };
}
