/** The stored summaries of nights. Figures read a year of them, so alerts are lists instead of objects. */
import {
  type AlertPriority,
  alertPriorities,
  type AlertResolution,
  alertResolutions,
} from '../../domain/alerts/alert.ts';
import { activities } from '../../domain/history/nights/activity.ts';
import type { AlertFigure } from '../../domain/history/nights/alert-figure.ts';
import type { NightSummary } from '../../domain/history/nights/night-summary.ts';

type Duration = number | null;

/** The members of `AlertFigure`, in the order of `toStoredAlert`. */
type StoredAlert = readonly [
  status: number,
  priority: AlertPriority,
  raisedAt: number,
  acknowledgedMs: Duration,
  answeredBy: string | null,
  arrivedMs: Duration,
  endedMs: Duration,
  raisedAgainCount: number,
  resolution: AlertResolution | null,
];

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isDuration = (value: unknown): boolean => value === null || typeof value === 'number';
const isOneOf = (values: readonly string[]) => (value: unknown) => typeof value === 'string' && values.includes(value);

const isMember: readonly ((value: unknown) => boolean)[] = [
  isNumber,
  isOneOf(alertPriorities),
  isNumber,
  isDuration,
  (value) => value === null || typeof value === 'string',
  isDuration,
  isDuration,
  isNumber,
  (value) => value === null || isOneOf(alertResolutions)(value),
];

function isStoredAlert(value: unknown): boolean {
  return Array.isArray(value) && isMember.every((is, at) => is(value[at]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function areNumbers(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === 'number');
}

interface StoredSummary extends Omit<NightSummary, 'alerts'> {
  readonly alerts: readonly StoredAlert[];
}

const sleepNames = ['bedExits', 'bathroomVisits', 'restlessCount', 'maxOutOfBedSeconds'];

/** A schema takes five times as long as reading the JSON, and figures read tens of thousands of rows. */
function isSummary(value: unknown): value is StoredSummary {
  if (!isRecord(value)) return false;
  const { sleep, seconds, alerts } = value;
  return (
    isRecord(sleep) &&
    areNumbers(sleep, sleepNames) &&
    areNumbers(sleep['seconds'], activities) &&
    areNumbers(seconds, activities) &&
    Array.isArray(alerts) &&
    alerts.every(isStoredAlert)
  );
}

export function parseSummary(stored: string): NightSummary {
  return toSummary(JSON.parse(stored));
}

/** @param stored summaries with commas between them */
export function parseSummaries(stored: string): readonly NightSummary[] {
  const summaries: unknown = JSON.parse(`[${stored}]`);
  return Array.isArray(summaries) ? summaries.map(toSummary) : [];
}

function toSummary(summary: unknown): NightSummary {
  if (!isSummary(summary)) throw new Error('the summary of a night in room_night.summary has a wrong shape');
  const { sleep, seconds, alerts } = summary;
  return { sleep, seconds, alerts: alerts.map(toAlertFigure) };
}

export function toSummaryColumn({ alerts, ...summary }: NightSummary): string {
  return JSON.stringify({ ...summary, alerts: alerts.map(toStoredAlert) });
}

function toStoredAlert(alert: AlertFigure): StoredAlert {
  const { status, priority, raisedAt, acknowledgedMs, answeredBy } = alert;
  const { arrivedMs, endedMs, raisedAgainCount, resolution } = alert;
  return [status, priority, raisedAt, acknowledgedMs, answeredBy, arrivedMs, endedMs, raisedAgainCount, resolution];
}

function toAlertFigure(stored: StoredAlert): AlertFigure {
  const [status, priority, raisedAt, acknowledgedMs, answeredBy, arrivedMs, endedMs, raisedAgainCount, resolution] =
    stored;
  return { status, priority, raisedAt, acknowledgedMs, answeredBy, arrivedMs, endedMs, raisedAgainCount, resolution };
}
