/** The columns of a stream that are about its alerts, and `alert_event.alert`. */
import * as z from 'zod/mini';
import { type Alert, alertPriorities, alertResolutions, alertStates } from '../../domain/alerts/alert.ts';
import { type AlertHold, noHold } from '../../domain/alerts/alert-hold.ts';
import { shownAlertsOf, shownPauseOf } from '../../domain/alerts/shown-alert.ts';
import type { StreamUpdate } from '../../domain/stream.ts';

const EpochMs = z.number();

const UserJson = z.object({
  kind: z.literal('user'),
  subject: z.string(),
  displayName: z.nullable(z.string()),
});

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
    UserJson,
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

const HoldJson = z.object({
  staffSince: z.nullable(EpochMs),
  pause: z.nullable(z.object({ by: UserJson, since: EpochMs, until: EpochMs })),
});

export function parseHold(stored: string | null): AlertHold {
  return stored === null ? noHold : HoldJson.parse(JSON.parse(stored));
}

/** The columns of a stream that depend on its open alerts and on what holds alerts back. */
export function alertColumns(alerts: readonly Alert[], hold: AlertHold) {
  const dueTimes = [...alerts.map(({ dueAt }) => dueAt), hold.pause?.until].filter((due) => typeof due === 'number');
  const isHeld = hold.staffSince !== null || hold.pause !== null;
  return {
    open_alerts: alerts.length === 0 ? null : JSON.stringify(alerts),
    alert_due_at: dueTimes.length === 0 ? null : Math.min(...dueTimes),
    alert_hold: isHeld ? JSON.stringify(hold) : null,
  };
}

export function parseAlerts(stored: string | null): readonly Alert[] {
  return stored === null ? [] : AlertsJson.parse(JSON.parse(stored));
}

/** The fields of a stream with the open alerts and the pause that staff see. No fields if there are none. */
export function alertFields(open: readonly Alert[], { pause }: AlertHold): Pick<StreamUpdate, 'alerts' | 'pause'> {
  const alerts = shownAlertsOf(open);
  return {
    ...(alerts.length > 0 && { alerts }),
    ...(pause !== null && { pause: shownPauseOf(pause) }),
  };
}
