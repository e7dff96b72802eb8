/** Writes figures as CSV. Times are in UTC, durations in seconds. */
import type * as z from 'zod/mini';
import type { Figures, figuresEndpoints, figureTables } from '../../contract/figures/figures.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { writeCsv } from '../shared/csv.ts';

type Figures = z.output<typeof Figures>;
type Numbers = Pick<
  Figures['totals'],
  'alerts' | 'falls' | 'falseAlarms' | 'unanswered' | 'acknowledgedMs' | 'arrivedMs'
>;
type Alert = z.output<typeof figuresEndpoints.listFigureAlerts.response>['items'][number];

const numberNames = [
  'alerts',
  'falls',
  'false_alarms',
  'unanswered',
  'acknowledged_p50_seconds',
  'acknowledged_p90_seconds',
  'arrived_p50_seconds',
  'arrived_p90_seconds',
];

function cellsOf({ alerts, falls, falseAlarms, unanswered, acknowledgedMs, arrivedMs }: Numbers): readonly string[] {
  const times = [acknowledgedMs?.p50, acknowledgedMs?.p90, arrivedMs?.p50, arrivedMs?.p90];
  return [...[alerts, falls, falseAlarms, unanswered].map(String), ...times.map(secondsOf)];
}

function secondsOf(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '' : String(Math.round(ms / 1_000));
}

function decimalOf(value: number | null): string {
  return value === null ? '' : value.toFixed(4);
}

/** One table of the figures. */
export function writeFiguresCsv(figures: Figures, table: (typeof figureTables)[number]): string {
  switch (table) {
    case 'statuses': {
      const rows = figures.statuses.map(({ status, ...numbers }) => [
        String(status),
        statusOfCode(status).name,
        ...cellsOf(numbers),
      ]);
      return writeCsv(['status_code', 'status', ...numberNames], rows);
    }
    case 'wards': {
      const rows = figures.wards.map(({ displayName, monitoredShare, watchedShare, alertLoad, ...numbers }) => [
        displayName,
        ...cellsOf(numbers),
        ...[monitoredShare, watchedShare, alertLoad].map(decimalOf),
      ]);
      return writeCsv(['ward', ...numberNames, 'monitored_share', 'watched_share', 'alert_load'], rows);
    }
    case 'hours': {
      const rows = figures.hours.map(({ hour, alertLoad, ...numbers }) => [
        String(hour),
        ...cellsOf(numbers),
        decimalOf(alertLoad),
      ]);
      return writeCsv(['hour', ...numberNames, 'alert_load'], rows);
    }
    case 'rooms': {
      const wards = new Map(figures.wards.map(({ wardUUID, displayName }) => [wardUUID, displayName]));
      const rows = figures.rooms.map(({ displayName, wardUUID, monitoredShare, ...numbers }) => [
        displayName ?? '',
        wards.get(wardUUID) ?? '',
        ...cellsOf(numbers),
        decimalOf(monitoredShare),
      ]);
      return writeCsv(['room', 'ward', ...numberNames, 'monitored_share'], rows);
    }
  }
}

export function writeAlertsCsv(alerts: readonly Alert[]): string {
  const names = ['room', 'raised_at', 'status_code', 'status', 'priority', 'acknowledged_seconds', 'arrived_seconds'];
  const rows = alerts.map((alert) => [
    alert.displayName ?? '',
    alert.raisedAt,
    String(alert.status),
    statusOfCode(alert.status).name,
    alert.priority,
    ...[alert.acknowledgedMs, alert.arrivedMs, alert.endedMs].map(secondsOf),
    alert.resolution ?? '',
  ]);
  return writeCsv([...names, 'ended_seconds', 'resolution'], rows);
}
