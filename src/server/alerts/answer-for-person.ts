/** A wall board answers for a person who stands in front of it. */
import type { AlertUser } from '../../domain/alerts/alert.ts';
import type { Database } from '../database/database.ts';
import { readPeopleOnDuty } from '../duty/people-on-duty.ts';
import type { UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import type { FindUsers } from '../identity/find-users.ts';
import { AppError } from '../shared/app-error.ts';
import { findAlert } from './alert-queries.ts';

export interface PersonOptions {
  readonly database: Pick<Database, 'query'>;
  readonly findUsers: FindUsers;
  readonly now: () => number;
}

interface PersonRequest {
  readonly caller: Pick<UserCaller, 'user' | 'wallBoard'>;
  readonly alertUUID: string;
  /** The subject of the person. Undefined: the caller answers. */
  readonly onBehalfOf: string | undefined;
}

/**
 * The person for whom the wall board answers. Undefined: the caller answers. Throws AppError unless the caller is a wall
 * board and the person is on duty on the ward of the alert now.
 */
export async function findAnsweringPerson(
  { database: { query }, findUsers, now }: PersonOptions,
  { caller, alertUUID, onBehalfOf }: PersonRequest,
): Promise<AlertUser | undefined> {
  if (onBehalfOf === undefined || onBehalfOf === caller.user.subject) return undefined;
  const { wardUUID } = requireFound(await findAlert(query, caller.user.scopes, alertUUID));
  const ward = query.selectFrom('ward').select('location_uuid').where('uuid', '=', wardUUID);
  const { location_uuid } = await ward.executeTakeFirstOrThrow();
  const people =
    caller.wallBoard === undefined
      ? []
      : await readPeopleOnDuty(query, findUsers, { locationUUIDs: [location_uuid], now: now() });
  const person = people.find(({ subject, ...duty }) => subject === onBehalfOf && duty.wardUUID === wardUUID);
  if (person === undefined) throw new AppError('invalid-request', { errors: [{ field: 'onBehalfOf', reason }] });
  return { kind: 'user', subject: person.subject, displayName: person.displayName };
}

const reason = 'must be on duty on the ward of the alert; only wall boards answer for somebody else';
