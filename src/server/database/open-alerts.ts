/** The columns `stream.open_alerts` and `alert_event.alert`. */
import * as z from 'zod/mini';
import { type Alert, alertPriorities, alertResolutions, alertStates } from '../../domain/alerts/alert.ts';
import { type ShownAlert, shownAlertsOf } from '../../domain/alerts/shown-alert.ts';

const EpochMs = z.number();

const AlertJson = z.object({
  uuid: z.string(),
  streamUUID: z.string(),
  status: z.number(),
  priority: z.enum(alertPriorities),
  latches: z.boolean(),
  isTest: z.boolean(),
  startedAt: EpochMs,
  state: z.enum(alertStates),
  by: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), subject: z.string(), displayName: z.nullable(z.string()) }),
    z.object({ kind: z.literal('device') }),
    z.object({ kind: z.literal('server') }),
  ]),
  since: EpochMs,
  raisedAgainCount: z.number(),
  dueAt: z.nullable(EpochMs),
  resolution: z.nullable(z.enum(alertResolutions)),
  note: z.nullable(z.string()),
});
const AlertsJson = z.array(AlertJson);

export function alertJson(alert: Alert): string {
  return JSON.stringify(alert);
}

export function parseAlert(stored: string): Alert {
  return AlertJson.parse(JSON.parse(stored));
}

/** The columns of a stream that depend on its open alerts. */
export function alertColumns(alerts: readonly Alert[]) {
  const dueTimes = alerts.flatMap(({ dueAt }) => dueAt ?? []);
  return {
    open_alerts: alerts.length === 0 ? null : JSON.stringify(alerts),
    alert_due_at: dueTimes.length === 0 ? null : Math.min(...dueTimes),
  };
}

export function parseAlerts(stored: string | null): readonly Alert[] {
  return stored === null ? [] : AlertsJson.parse(JSON.parse(stored));
}

/** The field of a stream with the open alerts that staff see. No field if there are none. */
export function shownAlertsIn(stored: string | null): { readonly alerts?: readonly ShownAlert[] } {
  return alertsField(parseAlerts(stored));
}

export function alertsField(open: readonly Alert[]): { readonly alerts?: readonly ShownAlert[] } {
  const alerts = shownAlertsOf(open);
  return alerts.length === 0 ? {} : { alerts };
}
