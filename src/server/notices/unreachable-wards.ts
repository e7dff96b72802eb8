/** Finds the wards in which no message about an alert would reach anybody now. */
import { listContacts } from '../contacts/contact-store.ts';
import type { Database } from '../database/database.ts';
import { readPeopleOnDuty } from '../duty/people-on-duty.ts';
import type { FindUsers } from '../identity/find-users.ts';
import { phonesOf } from '../phones/phones-of.ts';
import { createReach } from './create-notices.ts';
import { readChains } from './read-chains.ts';

/**
 * `isUsed`: whether anybody has been on duty, or there is a contact. `unreachable`: the wards with monitored rooms whose
 * chain has nobody to reach, such as `Ward 1 (Harbour House)`.
 */
export async function readReach(query: Database['query'], findUsers: FindUsers, now: number) {
  const wards = await query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['ward.uuid as wardUUID', 'location.uuid as locationUUID', 'location.client_uuid as clientUUID'])
    .select(['ward.display_name as ward', 'location.display_name as location'])
    .where('ward.uuid', 'in', (sql) => sql.selectFrom('stream').select('ward_uuid').where('status', '=', 'ACTIVE'))
    .orderBy('location.display_name')
    .orderBy('ward.display_name')
    .execute();
  const locationUUIDs = [...new Set(wards.map(({ locationUUID }) => locationUUID))];
  const onDuty = await readPeopleOnDuty(query, findUsers, { locationUUIDs, now });
  const subjects = [...new Set(onDuty.map(({ subject }) => subject))];
  const phones = await phonesOf(query, subjects, now);
  const people = onDuty.filter(({ subject }) => phones.get(subject) === 'works');
  const contacts = await listContacts(query);
  const reach = createReach(people, contacts);
  const chainOf = await readChains(query, locationUUIDs);
  const unreachable = wards.filter((place) => {
    const targets = chainOf(place).map(({ target }) => target);
    return reach(place, targets).length === 0;
  });
  const duty = await query.selectFrom('duty').select('subject').limit(1).executeTakeFirst();
  return {
    isUsed: duty !== undefined || contacts.length > 0,
    unreachable: unreachable.map(({ ward, location }) => `${ward} (${location})`),
  };
}
