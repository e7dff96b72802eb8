/** Who is on duty. */
import { isPlaceCovered, type Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { FindUsers } from '../identity/find-users.ts';
import { parseGroups } from '../people/accounts/accounts.ts';

type Query = Database['query'];

export interface PersonOnDuty {
  readonly wardUUID: string;
  readonly locationUUID: string;
  readonly clientUUID: string;
  readonly subject: string;
  readonly displayName: string | null;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Whether the person may see the place now. */
  readonly maySee: (place: Required<Place>) => boolean;
}

type Wards = { readonly wardUUIDs: readonly string[] } | { readonly locationUUIDs: readonly string[] };

/**
 * The people on duty on these wards, or on any ward of these locations, in the order in which they came. Leaves out those
 * who may no longer see the ward: their right or their account has ended.
 */
export async function readPeopleOnDuty(
  query: Query,
  findUsers: FindUsers,
  { now, ...wards }: Wards & { readonly now: number },
): Promise<readonly PersonOnDuty[]> {
  const uuids = 'wardUUIDs' in wards ? wards.wardUUIDs : wards.locationUUIDs;
  if (uuids.length === 0) return [];
  const rows = await query
    .selectFrom('duty')
    .innerJoin('ward', 'ward.uuid', 'duty.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['ward.uuid as wardUUID', 'location.uuid as locationUUID', 'location.client_uuid as clientUUID'])
    .select(['subject', 'duty.display_name as displayName', 'group_names', 'until_at as until'])
    .where('wardUUIDs' in wards ? 'ward.uuid' : 'location.uuid', 'in', uuids)
    .where('until_at', '>', now)
    .orderBy('since_at')
    .execute();
  // Somebody may be on duty on many wards.
  const distinct = new Map(rows.map((row) => [keyOf(row), row]));
  const people = Array.from(distinct.values(), ({ group_names, ...row }) => ({
    ...row,
    groups: parseGroups(group_names),
  }));
  const users = await findUsers(people);
  const userOf = new Map(Array.from(distinct.keys(), (key, index) => [key, users[index]]));
  return rows.flatMap(({ group_names, ...row }) => {
    const user = userOf.get(keyOf({ ...row, group_names }));
    const maySee = (place: Required<Place>) => user !== undefined && isPlaceCovered(user.scopes, place);
    return maySee(row) ? [{ ...row, maySee }] : [];
  });
}

function keyOf({ subject, group_names }: { readonly subject: string; readonly group_names: string }): string {
  return `${subject} ${group_names}`;
}

interface Sight {
  readonly subject: string;
  readonly place: Required<Place>;
}

/** Whether a person who is or was on duty may see the place now. */
export async function mayOnceOnDutySee(
  query: Query,
  findUsers: FindUsers,
  { subject, place }: Sight,
): Promise<boolean> {
  const row = await query
    .selectFrom('duty')
    .select(['display_name as displayName', 'group_names as groups'])
    .where('subject', '=', subject)
    .orderBy('since_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return false;
  const [user] = await findUsers([{ subject, displayName: row.displayName, groups: parseGroups(row.groups) }]);
  return user !== undefined && isPlaceCovered(user.scopes, place);
}
