import { expect, test } from 'vitest';
import { fresh } from '../../../tests/support/ingest-state.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { type Alert, type AlertTransition, openAlertsAfter } from '../../domain/alerts/alert.ts';
import { applyAction, expireAlert } from '../../domain/alerts/alert-actions.ts';
import { type AlertHold, holdAfterAnswer, noHold } from '../../domain/alerts/alert-hold.ts';
import { alertsAfterMessage } from '../../domain/alerts/alert-reports.ts';
import { ingest } from '../../domain/ingest/ingest.ts';
import { ingestRulesOf } from '../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../domain/ingest/ingest-state.ts';
import { readDemoHome } from './demo-home.ts';
import { loadRecordings } from './recordings.ts';
import { simulateRooms } from './simulate-rooms.ts';
import { createStaffSimulation, demoStaff } from './simulate-staff.ts';

const night = Date.UTC(2026, 0, 15, 3);
const [second, minute] = [1_000, 60_000];
const visitor = { kind: 'user', subject: 'visitor', displayName: 'Vera' } as const;
const fall: Alert = {
  uuid: 'fall',
  streamUUID: 'room',
  status: 1,
  priority: 'high',
  latches: true,
  isTest: false,
  startedAt: night,
  state: 'raised',
  by: { kind: 'device' },
  since: night,
  raisedAgainCount: 0,
  dueAt: null,
  resolution: null,
  note: null,
};

/** When staff first act on the alert, in seconds after `night`. Undefined: not within the time. */
function firstActionAfter(staff: ReturnType<typeof createStaffSimulation>, alert: Alert, minutes: number) {
  for (let now = night; now <= night + minutes * minute; now += second) {
    const [first] = staff.due([alert], now);
    if (first !== undefined) return { seconds: (now - night) / second, kind: first.action.kind, by: first.by };
  }
  return undefined;
}

test('staff acknowledge an alert after 10 to 60 seconds', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const first = firstActionAfter(createStaffSimulation(seededRandom(seed)), fall, 2);
    expect(first?.kind).toBe('acknowledge');
    expect(first?.seconds).toBeGreaterThanOrEqual(10);
    expect(first?.seconds).toBeLessThanOrEqual(61);
    expect(demoStaff).toContain(first?.by);
  }
});

test('staff do not answer an alert that a visitor has acknowledged, not even soon after it was raised again', () => {
  const staff = createStaffSimulation(seededRandom(1));
  for (const state of ['acknowledged', 'attended'] as const) {
    expect(firstActionAfter(staff, { ...fall, state, by: visitor }, 30), state).toBeUndefined();
  }
  const raisedAgain = { ...fall, since: night + minute, by: { kind: 'server' }, raisedAgainCount: 1 } as const;
  expect(firstActionAfter(staff, raisedAgain, 9)).toBeUndefined();
});

test('staff leave the drill of a visitor alone', () => {
  expect(firstActionAfter(createStaffSimulation(seededRandom(1)), { ...fall, isTest: true }, 30)).toBeUndefined();
});

/** Lets the demo home run for an hour. Returns the states of its alerts in each second. */
function simulateHour(start: number, seed: number): ReadonlySet<string>[] {
  const options = {
    recordings: loadRecordings(),
    now: start,
    random: seededRandom(seed),
    isNight: () => start === night,
  };
  const simulation = simulateRooms({ rooms: readDemoHome().rooms, ...options });
  const staff = createStaffSimulation(options.random);
  const rules = ingestRulesOf('camera', { debounceMs: {} });
  const states = new Map<string, IngestState>();
  const holds = new Map<string, AlertHold>();
  let [open, count]: [readonly Alert[], number] = [[], 0];
  const change = (transitions: readonly AlertTransition[]): void => void (open = openAlertsAfter(open, transitions));
  const seconds: ReadonlySet<string>[] = [];
  for (let now = start; now < start + 60 * minute; now += second) {
    for (const { stream: streamUUID, ...report } of simulation.due(now)) {
      const incoming = { kind: 'report', streamUUID, id: null, debounceMs: null, ...report } as const;
      const ingested = ingest(states.get(streamUUID) ?? fresh, incoming, rules, now);
      states.set(streamUUID, ingested.state);
      const createUuid = () => `${(count += 1)}`;
      const hold = holds.get(streamUUID) ?? noHold;
      const context = { streamUUID, isActive: true, rules: {}, hold, now, createUuid, minuteOfDay: () => 0 };
      const ownAlerts = open.filter((alert) => alert.streamUUID === streamUUID);
      const after = alertsAfterMessage(ownAlerts, ingested, context);
      holds.set(streamUUID, after.hold);
      change(after.transitions);
    }
    change(open.flatMap((alert) => expireAlert(alert, now) ?? []));
    for (const { alert, action, by } of staff.due(open, now)) {
      const result = applyAction(alert, action, by, now);
      if (typeof result === 'string') continue;
      change([result]);
      holds.set(alert.streamUUID, holdAfterAnswer(holds.get(alert.streamUUID) ?? noHold, result, now));
    }
    seconds.push(
      new Set(open.flatMap((alert) => [alert.state, ...(alert.raisedAgainCount > 0 ? ['raised again'] : [])])),
    );
  }
  return seconds;
}

test.each([night, night + 11 * 60 * minute])(
  'within two minutes a visitor sees alerts in every state (start %i)',
  (start) => {
    const seconds = simulateHour(start, 1);
    const windows = Array.from({ length: 28 }, (_none, index) =>
      seconds.slice((2 * index + 3) * 60, (2 * index + 5) * 60),
    );
    for (const state of ['raised', 'acknowledged', 'attended', 'raised again']) {
      const share = windows.filter((window) => window.some((states) => states.has(state))).length / windows.length;
      expect(share, state).toBeGreaterThan(state === 'raised again' ? 0.8 : 0.95);
    }
  },
);
