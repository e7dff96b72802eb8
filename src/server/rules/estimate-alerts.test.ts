import { CompiledQuery, createQueryId, type RootOperationNode } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import type { PlaceRules } from '../../contract/rules/place-rules.ts';
import { parseAlert } from '../database/open-alerts.ts';
import { estimateAlerts } from './estimate-alerts.ts';

const minute = 60_000;
const hour = 60 * minute;
const room = small.streamA1x1;
const gateway = { keyId: 'gateway', scope: everything };

/** The day of the estimate in local time, because a night is counted in the time zone of the home. */
const today = new Date(2026, 2, 10, 14).getTime();
/** A time `afterNoonMs` after the noon at which a night starts. `night`: 0 is the oldest. */
const momentIn = (night: number, afterNoonMs: number) => new Date(2026, 2, 3 + night, 12).getTime() + afterNoonMs;
const evening = 10 * hour;

let app: SmallApp;
let now: number;
beforeEach(async () => {
  now = momentIn(0, -2 * hour);
  app = await startSmallApp({ now: () => now });
});
afterEach(() => app.close());

async function reportAt(moment: number, status: number, notification = true): Promise<void> {
  now = moment;
  const report = { kind: 'report', streamUUID: room, status, at: null, notification, id: null } as const;
  await app.receiver.receive([{ ...report, debounceMs: null }], gateway);
}

async function estimate(draft: PlaceRules) {
  const { signal } = new AbortController();
  return estimateAlerts({ database: app.database, now: today, signal }, { level: 'stream', uuid: room }, draft);
}

test('an estimate for long visits to the bathroom counts visits of at least 20 minutes at night', async () => {
  for (const [night, startMs, minutes] of [
    [0, evening, 25],
    [0, evening + 2 * hour, 19],
    [2, 4 * hour, 40],
    [5, evening, 45],
    [5, evening + 4 * hour, 21],
  ] as const) {
    const start = momentIn(night, startMs);
    await reportAt(start, 6);
    await reportAt(start + minutes * minute, 5);
  }
  const longBathroom = { in_bathroom: { priority: 'medium', after: 20 * 60, between: '21:00-06:00' } } as const;
  expect(await estimate({ alerts: longBathroom })).toEqual({ before: 0, after: 3, hasReports: true });
});

test('an estimate of alerts for a home without reports in the last week says that there are no reports', async () => {
  now = today - 8 * 24 * hour;
  await reportAt(now, 17);
  expect(await estimate({ alerts: { sitting_on_floor: false } })).toEqual({ before: 0, after: 0, hasReports: false });
});

test('an estimate with the present rules counts as many alerts as the server has raised', async () => {
  for (const night of [1, 2, 3]) {
    await reportAt(momentIn(night, evening), 5);
    // Two steps of getting up have one alert.
    await reportAt(now + minute, 2);
    await reportAt(now + minute, 3);
    await reportAt(now + minute, 6);
    await reportAt(now + minute, 17);
    await reportAt(now + minute, 5);
    // A resident who gets up by day raises no alert.
    await reportAt(momentIn(night, hour) + 24 * hour, 3);
    await reportAt(now + minute, 5, false);
  }
  const events = await app.database.query.selectFrom('alert_event').select(['event', 'alert']).execute();
  const raised = events.filter(({ event, alert }) => event === 'opened' && parseAlert(alert).state === 'raised');
  const openedOnce = new Set(raised.map(({ alert }) => `${parseAlert(alert).status}`));
  expect(openedOnce).toEqual(new Set(['2', '17']));
  expect(await estimate({ alerts: { sitting_on_floor: false } })).toMatchObject({ before: 6, after: 3 });
});

test('an estimate of alerts reads only the entries of its rooms, of the days that it is about', async ({ skip }) => {
  const { kind, query } = app.database;
  if (kind !== 'sqlite') return skip('reads plans of SQLite');
  await reportAt(momentIn(6, evening), 17);
  const nodes: RootOperationNode[] = [];
  const recorded = query.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const options = { database: { query: recorded }, now: today, signal: new AbortController().signal };
  expect((await estimateAlerts(options, { level: 'stream', uuid: room }, {})).hasReports).toBe(true);
  const ofLog = nodes
    .map((node) => query.getExecutor().compileQuery(node, createQueryId()))
    .filter(({ sql }) => sql.includes('from "report"'));
  expect(ofLog.length).toBeGreaterThan(1);
  for (const { sql, parameters } of ofLog) {
    const plan = await query.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    expect(JSON.stringify(plan.rows)).toContain('USING INDEX report_once (<expr>=? AND stream_uuid=?)');
  }
});
