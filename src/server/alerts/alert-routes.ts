/** GET /alerts, and the calls with which staff answer an alert. */
import { endpoints } from '../../contract/endpoints.ts';
import type { ViewRecorder } from '../audit/views.ts';
import type { ApiServer } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { type EndpointCall, serveEndpoint } from '../http/serve-endpoint.ts';
import { AppError } from '../shared/app-error.ts';
import { isWardOrLocationVisible } from '../board/stream-queries.ts';
import { listAlerts, type ListedAlert } from './alert-queries.ts';
import { type Answer, createAnswerAlert } from './answer-alert.ts';
import { findAnsweringPerson, type PersonOptions } from './answer-for-person.ts';
import type { AlertCallOptions } from './change-alerts.ts';

interface AlertRoutesOptions extends AlertCallOptions, Pick<PersonOptions, 'findUsers'> {
  readonly views: Pick<ViewRecorder, 'recordWards'>;
}

export function registerAlertRoutes(api: ApiServer, options: AlertRoutesOptions): void {
  const { database } = options;
  const { query: db } = database;

  serveEndpoint(api, endpoints.listAlerts, async ({ query, caller, request }) => {
    const { scopes } = caller.user;
    const uuid = query.locationUUID.toLowerCase();
    requireFound((await isWardOrLocationVisible(db, scopes, uuid)) || undefined);
    const items = await listAlerts(db, scopes, uuid);
    options.views.recordWards(caller, request, [uuid]);
    return { items };
  });

  const answer = createAnswerAlert(options);

  /** Answers the alert, and returns it after the change. */
  async function answerAlert(call: AnswerCall, onBehalfOf: string | undefined, given: Answer): Promise<ListedAlert> {
    const { caller, request, params } = call;
    const uuid = params.id.toLowerCase();
    const person = await findAnsweringPerson(options, { caller, alertUUID: uuid, onBehalfOf });
    const { isRefused, alert } = await answer({ caller, request, uuid, person }, given);
    if (!isRefused) return alert;
    throw new AppError('conflict', { detail: tooLate, members: { current: alert } });
  }

  serveEndpoint(api, endpoints.acknowledgeAlert, (call) =>
    answerAlert(call, call.body?.onBehalfOf, { action: { kind: 'acknowledge' }, seen: call.body?.seen }),
  );
  serveEndpoint(api, endpoints.withdrawAlert, (call) =>
    answerAlert(call, call.body?.onBehalfOf, { action: { kind: 'withdraw' } }),
  );
  serveEndpoint(api, endpoints.attendAlert, (call) =>
    answerAlert(call, call.body?.onBehalfOf, { action: { kind: 'attend' }, seen: call.body?.seen }),
  );
  serveEndpoint(api, endpoints.resolveAlert, (call) => {
    const { seen, onBehalfOf, resolution, note, attended } = call.body;
    return answerAlert(call, onBehalfOf, {
      action: { kind: 'resolve', resolution, note: note ?? null, attended },
      seen,
    });
  });
}

type AnswerCall = Pick<EndpointCall<typeof endpoints.withdrawAlert>, 'caller' | 'request' | 'params'>;

const tooLate =
  'Somebody has answered the alert in the meantime, or it was raised again after `seen`. `current` is its present state.';
