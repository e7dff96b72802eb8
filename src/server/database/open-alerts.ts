/** Reads and writes the columns of a stream about its alerts, and `alert_event.alert`. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import {
  type Alert,
  alertPriorities,
  alertResolutions,
  alertStates,
  type AlertTransition,
  shownAlertStates,
} from '../../domain/alerts/alert.ts';
import { type AlertHold, dueTimeOf, emptyHold, type PauseEvent } from '../../domain/alerts/alert-hold.ts';
import { shownAlertsOf, shownPauseOf } from '../../domain/alerts/shown-alert.ts';
import type { StreamUpdate } from '../../domain/stream.ts';
import type { AlertEventRow, PauseEventRow } from './report-store.ts';

const EpochMs = z.number();
const { catch: readOr } = z;

const UserJson = z.object({
  kind: z.literal('user'),
  subject: z.string(),
  displayName: z.nullable(z.string()),
});

const ActorJson = readOr(
  z.discriminatedUnion('kind', [
    UserJson,
    z.object({ kind: z.literal('device') }),
    z.object({ kind: z.literal('server') }),
  ]),
  { kind: 'server' },
);

/**
 * The schema of a stored alert. A newer version may have written values that this version does not know. Each such
 * value has a fallback, with which staff must answer the alert at once. Unknown fields are kept for the newer version.
 */
const AlertJson = z.looseObject({
  uuid: z.string(),
  streamUUID: z.string(),
  status: z.number(),
  priority: readOr(z.enum(alertPriorities), 'high'),
  latches: readOr(z.boolean(), true),
  isTest: readOr(z.boolean(), false),
  isFault: readOr(z.boolean(), false),
  startedAt: EpochMs,
  source: readOr(z.optional(z.string()), undefined),
  state: readOr(z.enum(alertStates), 'raised'),
  by: ActorJson,
  since: EpochMs,
  unansweredSince: readOr(z.optional(EpochMs), undefined),
  raisedAgainCount: readOr(z.number(), 0),
  dueAt: readOr(z.nullable(EpochMs), null),
  resolution: readOr(z.nullable(z.enum(alertResolutions)), null),
  attended: readOr(z.nullable(z.boolean()), null),
  note: readOr(z.nullable(z.string()), null),
});

export function toAlertEventRow({ alert, event }: AlertTransition): AlertEventRow {
  const { uuid: alert_uuid, streamUUID: stream_uuid, since: at } = alert;
  return { alert_uuid, stream_uuid, at, event, alert: JSON.stringify(alert) };
}

export function toPauseEventRow(stream_uuid: string, { at, event, by, until }: PauseEvent): PauseEventRow {
  return { stream_uuid, at, event, actor: JSON.stringify(by), ends_at: until };
}

/** The columns of `pause_event`. */
interface StoredPauseEvent extends Omit<PauseEvent, 'by' | 'until'> {
  readonly actor: string;
  readonly endsAt: number | null;
}

export function parsePauseEvent({ event, at, actor, endsAt }: StoredPauseEvent): PauseEvent {
  return { event, at, by: ActorJson.parse(JSON.parse(actor)), until: endsAt };
}

export function parseAlert(stored: string): Alert {
  return AlertJson.parse(JSON.parse(stored));
}

const HoldJson = z.object({
  staffSince: z.nullable(EpochMs),
  pause: z.nullable(z.object({ by: UserJson, since: EpochMs, until: EpochMs })),
  continuing: readOr(z.array(z.object({ status: z.number(), answeredAt: z.nullable(EpochMs) })), []),
});

/** Parses the column `alert_hold`. A text that cannot be read holds back no alert. */
export function parseHold(stored: string | null): AlertHold {
  return stored === null ? emptyHold : (HoldJson.safeParse(parseJson(stored)).data ?? emptyHold);
}

/** The columns that depend on the open alerts and on the hold of a stream. */
export function toAlertColumns(alerts: readonly Alert[], hold: AlertHold) {
  const dueTimes = [...alerts.map((alert) => dueTimeOf(alert, hold)), hold.pause?.until].filter(
    (due) => typeof due === 'number',
  );
  const isHeld = hold.staffSince !== null || hold.pause !== null || hold.continuing.length > 0;
  return {
    open_alerts: alerts.length === 0 ? null : JSON.stringify(alerts),
    alert_due_at: dueTimes.length === 0 ? null : Math.min(...dueTimes),
    alert_hold: isHeld ? JSON.stringify(hold) : null,
  };
}

/**
 * Parses the column `open_alerts`. Skips items that are not alerts, because one wrong item must not stop the reports of
 * the room.
 */
export function parseAlerts(stored: string | null): readonly Alert[] {
  const list = stored === null ? [] : parseJson(stored);
  return Array.isArray(list) ? list.flatMap((item: unknown) => AlertJson.safeParse(item).data ?? []) : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * SQL condition: the stream has an open alert that staff see. It runs in SQL, because parsing the alerts of thousands
 * of rooms would block the event loop. NOTE: it relies on the format of JSON.stringify; a quote in a name or a note is
 * escaped there.
 */
export function hasShownAlert(): RawBuilder<SqlBool> {
  const states = shownAlertStates.map((state) => sql<SqlBool>`stream.open_alerts like ${`%"state":"${state}"%`}`);
  return sql<SqlBool>`(${sql.join(states, sql` or `)})`;
}

/**
 * SQL condition: the stream has an open alert that waits, and none that staff see. False for a single alert whose state
 * this version does not know.
 */
export function hasWaitingAlertsOnly(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(stream.open_alerts like ${'%"state":"waiting"%'} and not ${hasShownAlert()})`;
}

/** SQL condition: the stream has an open technical alert that staff see, and none about a resident. */
export function hasShownTechnicalAlertOnly(): RawBuilder<SqlBool> {
  const others = alertPriorities.filter((priority) => priority !== 'technical');
  const none = others.map((priority) => sql<SqlBool>`stream.open_alerts not like ${`%"priority":"${priority}"%`}`);
  return sql<SqlBool>`(${hasShownAlert()} and ${sql.join(none, sql` and `)})`;
}

/** The fields of a stream with the open alerts and the pause that staff see. Empty object if there are none. */
export function alertFieldsOf(open: readonly Alert[], { pause }: AlertHold): Pick<StreamUpdate, 'alerts' | 'pause'> {
  const alerts = shownAlertsOf(open);
  return {
    ...(alerts.length > 0 && { alerts }),
    ...(pause !== null && { pause: shownPauseOf(pause) }),
  };
}
