/** Registers the administration of rules, with the preview of a change. */
import { rulesEndpoints } from '../../../contract/manage/rules.ts';
import type { Database } from '../../database/database.ts';
import { requireRoomRules } from '../../hierarchy/rules/change-rules.ts';
import { readDraftRooms } from '../../hierarchy/rules/draft-rules.ts';
import { managedSubject, registerRulesRoutes } from '../../hierarchy/rules/rules-routes.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { previewRules } from '../../rooms/preview/preview-rules.ts';
import { retryLater } from '../../shared/retry-later.ts';

interface RulesAdministrationOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Called after each change, so that open boards follow at once. */
  readonly onChanged: () => void;
}

/** More at once would each take longer than a browser waits. */
const maxPreviews = 2;

export function registerRulesAdministration(api: ApiServer, options: RulesAdministrationOptions): void {
  const { database, now, onChanged } = options;
  let runningCount = 0;

  registerRulesRoutes(api, { database, now, onChanged });

  serveEndpoint(api, rulesEndpoints.previewRules, async ({ caller, body, request }) => {
    const { subject } = await managedSubject(database, caller, body);
    requireRoomRules(subject, body.rules);
    if (runningCount >= maxPreviews) throw retryLater('unavailable', 'Other previews are running.', 2);
    const leaving = new AbortController();
    const leave = () => leaving.abort(retryLater('unavailable', 'The caller has left.'));
    const { socket } = request.raw;
    socket.once('close', leave);
    runningCount += 1;
    try {
      const rooms = await readDraftRooms(database.query, subject, body.rules);
      return await previewRules({ database, now: now(), signal: leaving.signal }, rooms);
    } finally {
      runningCount -= 1;
      socket.off('close', leave);
    }
  });
}
