import { expect, test } from 'vitest';
import { fresh } from '../../../tests/support/ingest-state.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { type Alert, type AlertTransition, openAlertsAfter } from '../../domain/alerts/alert.ts';
import { applyAction, expireAlert } from '../../domain/alerts/alert-actions.ts';
import { type AlertHold, noHold } from '../../domain/alerts/alert-hold.ts';
import { alertsAfterMessage } from '../../domain/alerts/alert-reports.ts';
import { alertsAfterAnswer } from '../../domain/alerts/alerts-after-answer.ts';
import { ingest } from '../../domain/ingest/ingest.ts';
import { ingestRulesOf } from '../../domain/ingest/ingest-rules.ts';
import type { IngestState } from '../../domain/ingest/ingest-state.ts';
import { readDemoHome } from './demo-home.ts';
import { loadRecordings } from './recordings.ts';
import { simulateRooms } from './simulate-rooms.ts';
import { createStaffSimulation, demoStaff } from './simulate-staff.ts';

const night = Date.UTC(2026, 0, 15, 3);
const [second, minute] = [1_000, 60_000];
const minuteOfDay = (epochMs: number) => Math.floor(epochMs / minute) % 1_440;
const visitor = { kind: 'user', subject: 'visitor', displayName: 'Vera' } as const;
const fall: Alert = {
  uuid: 'fall',
  streamUUID: 'room',
  status: 1,
  priority: 'high',
  latches: true,
  isTest: false,
  isFault: false,
  startedAt: night,
  state: 'raised',
  by: { kind: 'device' },
  since: night,
  raisedAgainCount: 0,
  dueAt: null,
  resolution: null,
  attended: null,
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

test('staff acknowledge an alert after 4 to 12 seconds', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const first = firstActionAfter(createStaffSimulation(seededRandom(seed)), fall, 2);
    expect(first?.kind).toBe('acknowledge');
    expect(first?.seconds).toBeGreaterThanOrEqual(4);
    expect(first?.seconds).toBeLessThanOrEqual(13);
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

/** The open alerts of each second of an hour that the demo begins at `start`. */
function simulateHour(start: number, seed: number): (readonly Alert[])[] {
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
  const seconds: (readonly Alert[])[] = [];
  for (let now = start; now < start + 60 * minute; now += second) {
    for (const { stream: streamUUID, ...report } of simulation.due(now)) {
      const incoming = { kind: 'report', streamUUID, id: null, debounceMs: null, ...report } as const;
      const ingested = ingest(states.get(streamUUID) ?? fresh, incoming, rules, now);
      states.set(streamUUID, ingested.state);
      const createUuid = () => `${(count += 1)}`;
      const hold = holds.get(streamUUID) ?? noHold;
      const context = { streamUUID, isActive: true, rules: {}, hold, now, createUuid, minuteOfDay };
      const ownAlerts = open.filter((alert) => alert.streamUUID === streamUUID);
      const after = alertsAfterMessage(ownAlerts, ingested, context);
      holds.set(streamUUID, after.hold);
      change(after.transitions);
    }
    change(open.flatMap((alert) => expireAlert(alert, now) ?? []));
    for (const { alert, action, by } of staff.due(open, now)) {
      const result = applyAction(alert, action, by, now);
      if (typeof result === 'string') continue;
      const createUuid = () => `${(count += 1)}`;
      const after = alertsAfterAnswer([result], holds.get(alert.streamUUID) ?? noHold, now, createUuid);
      holds.set(alert.streamUUID, after.hold);
      change(after.transitions);
    }
    seconds.push(open);
  }
  return seconds;
}

const isSounding = ({ state, priority }: Alert) => state === 'raised' && priority !== 'technical';

/** How often a board sounds for alerts of medium priority: when there is a new one, and every ten seconds. */
function countBursts(seconds: readonly (readonly Alert[])[]): number {
  let [count, soundedAt, known] = [0, -Infinity, new Set<string>()];
  for (const [at, alerts] of seconds.entries()) {
    const raised = alerts.filter(isSounding).filter(({ priority }) => priority === 'medium');
    if (raised.some(({ uuid }) => !known.has(uuid)) || (raised.length > 0 && at - soundedAt >= 10)) {
      [count, soundedAt] = [count + 1, at];
    }
    known = new Set(raised.map(({ uuid }) => uuid));
  }
  return count;
}

const showcase = new Set(
  readDemoHome()
    .rooms.filter(({ wardUUID }) => wardUUID === readDemoHome().showcaseWard.uuid)
    .map(({ uuid }) => uuid),
);

test.each([
  ['night', night],
  ['day', night + 11 * 60 * minute],
])(
  'during the %s a ward of the demo sounds at most 20 times an hour beside its falls, and its rail is mostly empty',
  (_, start) => {
    const hours = [1, 2, 3].map((seed) =>
      simulateHour(start, seed).map((open) => open.filter(({ streamUUID }) => showcase.has(streamUUID))),
    );
    expect(hours.map(countBursts).reduce((sum, count) => sum + count) / hours.length).toBeLessThanOrEqual(20);
    for (const seconds of hours) {
      expect(seconds.filter((open) => !open.some(isSounding)).length).toBeGreaterThan(0.8 * seconds.length);
      const isEmpty = (open: readonly Alert[]) => open.every(({ state }) => state === 'waiting');
      expect(seconds.filter(isEmpty).length).toBeGreaterThan(0.5 * seconds.length);
    }
  },
);

test('within an hour a visitor of the demo sees alerts in every state', () => {
  const seen = simulateHour(night, 1).flatMap((open) =>
    open.flatMap(({ state, raisedAgainCount }) => [state, ...(raisedAgainCount > 0 ? ['raised again'] : [])]),
  );
  expect([...new Set(seen)]).toEqual(expect.arrayContaining(['raised', 'acknowledged', 'attended', 'raised again']));
});
