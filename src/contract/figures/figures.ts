/** The calls of the figures for managers. */
import * as z from 'zod/mini';
import { alertKinds } from '../../domain/figures/alert-numbers.ts';
import { alertPriorities, alertResolutions } from '../../domain/alerts/alert.ts';
import type { Endpoint } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();
const QueryTime = z.iso.datetime({ offset: true });
const Percentiles = z.nullable(z.object({ p50: z.number(), p90: z.number() }));
/** From 0 to 1. Null: nothing is known. */
const Share = z.nullable(z.number());

/** The maximum length of a period, in days. */
export const maxFigureDays = 400;

const AlertNumbers = z.object({
  /** Alerts without drills, tests and technical alerts. */
  alerts: z.int(),
  /** Falls that staff did not call a false alarm. */
  falls: z.int(),
  falseAlarms: z.int(),
  /** Alerts that ended without an answer of staff. */
  unanswered: z.int(),
  /** From the alert until somebody was on the way. Milliseconds, nearest rank. */
  acknowledgedMs: Percentiles,
  /** From the alert until somebody was in the room, where a person or a sensor said so. */
  arrivedMs: Percentiles,
});

const Totals = z.extend(AlertNumbers, {
  /** The share of the time in which devices observed their rooms. */
  monitoredShare: Share,
  /** The share of the time since their first board in which a board with sound showed the wards. */
  watchedShare: Share,
  /** Alerts for each person and hour in which the person answered. */
  alertLoad: z.nullable(z.number()),
});

export const Figures = z.object({
  placeUUID: Uuid,
  timeZone: z.string(),
  from: Time,
  to: Time,
  /** Figures are counted some hours after the end of each night, at noon. Null: nothing is counted yet. */
  countedTo: z.nullable(Time),
  totals: Totals,
  statuses: z.array(z.extend(AlertNumbers, { status: z.int() })),
  wards: z.array(z.extend(Totals, { wardUUID: Uuid, displayName: z.string() })),
  /** By the hour of the day of the location, always 24. */
  hours: z.array(z.extend(AlertNumbers, { hour: z.int(), alertLoad: z.nullable(z.number()) })),
  /** `streamUUID` is null for rooms whose history was erased, `displayName` also for removed rooms. */
  rooms: z.array(
    z.extend(AlertNumbers, {
      streamUUID: z.nullable(Uuid),
      wardUUID: Uuid,
      displayName: z.nullable(z.string()),
      monitoredShare: Share,
    }),
  ),
});

export const figureTables = ['statuses', 'wards', 'hours', 'rooms'] as const;

const CountedAlert = z.object({
  wardUUID: Uuid,
  streamUUID: z.nullable(Uuid),
  displayName: z.nullable(z.string()),
  status: z.int(),
  priority: z.enum(alertPriorities),
  raisedAt: Time,
  acknowledgedMs: z.nullable(z.number()),
  arrivedMs: z.nullable(z.number()),
  endedMs: z.nullable(z.number()),
  resolution: z.nullable(z.enum(alertResolutions)),
});

const period = {
  /** A location or a ward. */
  placeUUID: Uuid,
  /** The beginning of the period. Default: 30 days before its end. */
  from: z.optional(QueryTime),
  /** The end of the period. Default: now. */
  to: z.optional(QueryTime),
};

const alertFilter = {
  ...period,
  kind: z.optional(z.enum(alertKinds)),
  status: z.optional(z.string().check(z.regex(/^-?\d{1,5}$/, 'must be a status code'))),
  hour: z.optional(z.string().check(z.regex(/^(1?\d|2[0-3])$/, 'must be an hour from 0 to 23'))),
  wardUUID: z.optional(Uuid),
  streamUUID: z.optional(Uuid),
};

const csv = (description: string) => ({ contentTypes: ['text/csv'], description });

export const figuresEndpoints = {
  getFigures: {
    method: 'GET',
    path: '/figures',
    access: 'manager',
    reach: 'named',
    view: 'figures.view',
    summary: `Figures of the alerts, devices and boards of a place. At most ${maxFigureDays} days at once`,
    query: z.object(period),
    response: Figures,
  },
  exportFigures: {
    method: 'GET',
    path: '/figures.csv',
    access: 'manager',
    reach: 'named',
    view: 'figures.view',
    summary: 'One table of the figures as CSV',
    query: z.object({ ...period, table: z.enum(figureTables) }),
    response: z.string(),
    textAnswer: csv('One row for each status, ward, hour of the day or room.'),
  },
  listFigureAlerts: {
    method: 'GET',
    path: '/figures/alerts',
    access: 'manager',
    reach: 'named',
    view: 'figures.view',
    summary: 'The alerts that a figure counts, the newest first',
    query: z.object({
      ...alertFilter,
      /** The `next` of the page before. */
      cursor: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: z.object({ timeZone: z.string(), items: z.array(CountedAlert), next: z.nullable(z.string()) }),
  },
  exportFigureAlerts: {
    method: 'GET',
    path: '/figures/alerts.csv',
    access: 'manager',
    reach: 'named',
    view: 'figures.view',
    summary: 'The alerts that a figure counts, as CSV',
    query: z.object(alertFilter),
    response: z.string(),
    textAnswer: csv('One row for each alert, the newest first.'),
  },
} as const satisfies Record<string, Endpoint>;
