/** The calls that show and change the rules of locations, wards and rooms. */
import { rulesEndpoints } from '../../../contract/manage/rules.ts';
import { userActor } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, ManagerCaller } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireManaged } from '../../rights/manager.ts';
import { changeRules } from './change-rules.ts';
import { readRules, type RuledSubject } from './ruled-place.ts';

export interface RulesRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Called after each change, so that open boards follow at once. */
  readonly onChanged: () => void;
}

export function registerRulesRoutes(api: ApiServer, { database, now, onChanged }: RulesRoutesOptions): void {
  serveEndpoint(api, rulesEndpoints.getRules, async ({ caller, query }) => {
    const { subject } = await managedSubject(database, caller, query);
    return readRules(database.query, subject);
  });

  serveEndpoint(api, rulesEndpoints.changeRules, async ({ caller, body, request }) => {
    const { subject, clientUUID } = await managedSubject(database, caller, body);
    const actor = userActor(caller, request);
    const state = await changeRules(database, subject, body, { actor, at: now(), clientUUID });
    onChanged();
    return state;
  });
}

/** Throws AppError `not-found` or `forbidden`. */
export async function managedSubject({ query }: Database, caller: ManagerCaller, { level, uuid }: RuledSubject) {
  const { clientUUID } = await requireManaged(query, caller, level, uuid);
  return { subject: { level, uuid: uuid.toLowerCase() }, clientUUID };
}
