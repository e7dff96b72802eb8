/** Who is on duty, as boards show it. */
import type * as z from 'zod/mini';
import type { PersonOnDuty } from '../../contract/duty/duty.ts';
import { toIsoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database/database.ts';
import type { FindUsers } from '../identity/find-users.ts';
import { readPeopleOnDuty } from './people-on-duty.ts';

export async function readShownDuty(
  query: Database['query'],
  findUsers: FindUsers,
  wards: { readonly wardUUIDs: readonly string[]; readonly now: number },
): Promise<z.output<typeof PersonOnDuty>[]> {
  const people = await readPeopleOnDuty(query, findUsers, wards);
  return people.map(({ wardUUID, subject, displayName, until }) => ({
    wardUUID,
    subject,
    displayName,
    until: toIsoTime(until),
  }));
}
