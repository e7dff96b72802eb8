/** The calls that show and change the rules of locations, wards and rooms, and estimate the alerts of a change. */
import { rulesEndpoints } from '../../contract/rules/rules.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer, ManagerCaller } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { requireManaged } from '../rights/manager.ts';
import { retryLater } from '../shared/retry-later.ts';
import { changeRules, requireRulesOfLevel } from './change-rules.ts';
import { estimateAlerts } from './estimate-alerts.ts';
import { readPlaceRules, type RulesSubject } from './ruled-place.ts';

/** The maximum number of estimates at the same time. More would each take longer than a browser waits. */
const maxPreviews = 2;

interface RulesRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Called after each change, so that open boards load the changed rules at once. */
  readonly onChanged: () => void;
}

export function registerRulesRoutes(api: ApiServer, { database, now, onChanged }: RulesRoutesOptions): void {
  serveEndpoint(api, rulesEndpoints.getRules, async ({ caller, query }) => {
    const { subject } = await managedSubject(database, caller, query);
    return readPlaceRules(database.query, subject);
  });

  serveEndpoint(api, rulesEndpoints.changeRules, async ({ caller, body, request }) => {
    const { subject, clientUUID } = await managedSubject(database, caller, body);
    const actor = actorOfUser(caller, request);
    const state = await changeRules(database, subject, body, { actor, at: now(), clientUUID });
    onChanged();
    return state;
  });

  let runningCount = 0;
  serveEndpoint(api, rulesEndpoints.previewRules, async ({ caller, body, request }) => {
    const { subject } = await managedSubject(database, caller, body);
    requireRulesOfLevel(subject, body.rules);
    if (runningCount >= maxPreviews) throw retryLater('unavailable', 'Other previews are running.', 2);
    const leaving = new AbortController();
    const leave = () => leaving.abort(retryLater('unavailable', 'The caller has left.'));
    const { socket } = request.raw;
    socket.once('close', leave);
    runningCount += 1;
    try {
      return await estimateAlerts({ database, now: now(), signal: leaving.signal }, subject, body.rules);
    } finally {
      runningCount -= 1;
      socket.off('close', leave);
    }
  });
}

/** Checks the subject against the rights of the caller. Throws AppError `not-found` or `forbidden`. */
async function managedSubject({ query }: Database, caller: ManagerCaller, { level, uuid }: RulesSubject) {
  const { clientUUID } = await requireManaged(query, caller, level, uuid);
  return { subject: { level, uuid: uuid.toLowerCase() }, clientUUID };
}
