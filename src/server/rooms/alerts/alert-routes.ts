/** GET /alerts, and the calls with which staff answer an alert. */
import { endpoints } from '../../../contract/endpoints.ts';
import type { AlertAction } from '../../../domain/alerts/alert-actions.ts';
import { shownAlertOf } from '../../../domain/alerts/shown-alert.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer, UserCaller } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { retryLater } from '../../shared/retry-later.ts';
import { isWardOrLocationVisible } from '../stream-queries.ts';
import { actOnAlert } from './act-on-alert.ts';
import { findAlert, listAlerts, type ListedAlert } from './alert-queries.ts';

interface AlertRoutesOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly now: () => number;
}

export function registerAlertRoutes(api: ApiServer, options: AlertRoutesOptions): void {
  const { database } = options;
  const { query: db } = database;

  serveEndpoint(api, endpoints.listAlerts, async ({ query, caller }) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    requireFound((await isWardOrLocationVisible(db, scopes, uuid)) || undefined);
    return { items: await listAlerts(db, scopes, uuid) };
  });

  async function findVisible({ user }: UserCaller, uuid: string): Promise<ListedAlert> {
    const { alert, wardUUID } = requireFound(await findAlert(db, user.scopes, uuid));
    const shown = requireFound(shownAlertOf(alert));
    return { ...shown, streamUUID: alert.streamUUID, wardUUID };
  }

  async function act(caller: UserCaller, id: string, action: AlertAction): Promise<ListedAlert> {
    const alertUUID = id.toLowerCase();
    const { streamUUID } = await findVisible(caller, alertUUID);
    const { subject, displayName } = caller.user;
    const by = { kind: 'user', subject, displayName } as const;
    const result = await actOnAlert(options, { streamUUID, alertUUID, action, by }).catch((error: unknown) => {
      if (!database.isUnavailable(error)) throw error;
      throw retryLater('unavailable', 'The answer cannot be stored right now. Send it again.', 1);
    });
    const alert = await findVisible(caller, alertUUID);
    if (result === 'refused') throw new AppError('conflict', { detail: tooLate, members: { alert } });
    return alert;
  }

  serveEndpoint(api, endpoints.acknowledgeAlert, ({ params, caller }) =>
    act(caller, params.id, { kind: 'acknowledge' }),
  );
  serveEndpoint(api, endpoints.withdrawAlert, ({ params, caller }) => act(caller, params.id, { kind: 'withdraw' }));
  serveEndpoint(api, endpoints.attendAlert, ({ params, caller }) => act(caller, params.id, { kind: 'attend' }));
  serveEndpoint(api, endpoints.resolveAlert, ({ params, body, caller }) => {
    const { resolution, note } = body;
    return act(caller, params.id, { kind: 'resolve', resolution, note: note ?? null });
  });
}

const tooLate = 'Somebody has answered the alert in the meantime. `alert` is its present state.';
