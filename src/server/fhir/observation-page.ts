/** Reads one page of the statuses that a room showed, for the search of Observations. */
import type * as z from 'zod/mini';
import { defaultFhirPageSize, fhirEndpoints, maxFhirPageSize } from '../../contract/fhir/fhir-endpoints.ts';
import type { Scope } from '../../domain/user.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import { findRoom, type NamedRoom } from '../audit/named-room.ts';
import type { Database } from '../database/database.ts';
import { readEntriesAfter, type ShownEntry } from '../history/room-log.ts';
import { invalidField } from '../shared/invalid-field.ts';
import { timeSpanOf, uuidOf } from './search-values.ts';

type Search = z.output<typeof fhirEndpoints.searchFhirObservations.query>;

interface ObservationPage {
  /** Undefined: the caller may not see the room, or it does not exist. */
  readonly room: NamedRoom | undefined;
  readonly entries: readonly ShownEntry[];
  /** The address of the next page, relative to the base address of the API. */
  readonly next: string | undefined;
  /** Whether this page has all entries. */
  readonly isComplete: boolean;
}

/** Throws AppError when no room is named or the time span is not valid. */
export async function readObservationPage(
  query: Database['query'],
  scopes: readonly Scope[],
  search: Search,
  now: number,
): Promise<ObservationPage> {
  const span = timeSpanOf(search.date, now);
  const [uuid, other] = roomsOf(search);
  const room = other === undefined || other === uuid ? await findRoom(query, scopes, uuid) : undefined;
  if (room === undefined) return { room, entries: [], next: undefined, isComplete: true };
  const { _count: count = defaultFhirPageSize, _cursor: cursor = 0 } = search;
  const limit = Math.min(Number(count), maxFhirPageSize);
  const after = Number(cursor);
  const found = await readEntriesAfter(query, room.uuid, span, { after, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  const values = new URLSearchParams({
    subject: `Location/${room.uuid}`,
    date: `ge${toIsoTime(span.from)}`,
    _count: String(limit),
    _cursor: String(last?.sequence),
  });
  values.append('date', `lt${toIsoTime(span.to)}`);
  const next = `${fhirEndpoints.searchFhirObservations.path}?${values.toString()}`;
  return { room, entries, next: last && next, isComplete: last === undefined && after === 0 };
}

/** The uuids of the rooms that a search names by `device` and `subject`: one, or two that are usually the same. */
function roomsOf({ device, subject }: Search): readonly [string, string | undefined] {
  const [first, second] = [device, subject].flatMap((named) => (named === undefined ? [] : [uuidOf(named)]));
  if (first !== undefined) return [first, second];
  throw invalidField('device', 'must be given, or `subject`');
}
