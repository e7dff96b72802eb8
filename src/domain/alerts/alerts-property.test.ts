import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fresh } from '../../../tests/support/ingest-state.ts';
import type { IncomingItem } from '../ingest/incoming.ts';
import { ingest } from '../ingest/ingest.ts';
import { ingestRulesOf } from '../ingest/ingest-rules.ts';
import type { IngestState } from '../ingest/ingest-state.ts';
import { maxAcknowledgedMs, alertResolutions, type Alert, type AlertTransition, isAlertOpen } from './alert.ts';
import { type AlertHold, applyAnswerToHold, emptyHold } from './alert-hold.ts';
import { answerAlert, expireAlert } from './alert-actions.ts';
import { applyMessageToAlerts } from './alert-reports.ts';

const users = ['anna', 'ben'].map((subject) => ({ kind: 'user', subject, displayName: subject }) as const);

const step = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    status: fc.constantFrom(-1, 1, 1, 1, 1, 5, 5, 2, 3, 5, 11, 12, 17, 24, 99),
    hasNotification: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom(
      'acknowledge' as const,
      'withdraw' as const,
      'attend' as const,
      'resolve' as const,
      'resolve' as const,
    ),
    user: fc.constantFrom(...users),
    /** Which of the newest alerts the user answers. */
    pick: fc.nat({ max: 2 }),
    resolution: fc.constantFrom(...alertResolutions),
  }),
  fc.constantFrom({ kind: 'time' } as const, { kind: 'offline' } as const, { kind: 'heartbeat' } as const),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const timed = fc.record({
  step,
  /** The time until the step. It is negative if the clock is set back. */
  afterMs: fc.oneof(
    { arbitrary: fc.integer({ min: 0, max: 60_000 }), weight: 4 },
    fc.integer({ min: 0, max: 1_500_000 }),
    fc.integer({ min: -7_200_000, max: 0 }),
  ),
});

interface Room {
  readonly state: IngestState;
  readonly alerts: readonly Alert[];
  readonly hold: AlertHold;
}

const camera = ingestRulesOf('camera');

function toIncoming(one: Extract<Step, { kind: 'report' | 'offline' | 'heartbeat' }>): IncomingItem {
  if (one.kind !== 'report') return { kind: one.kind, streamUUID: 'room' };
  const { status, hasNotification: notification } = one;
  return { kind: 'report', streamUUID: 'room', status, at: null, notification, id: null, debounceMs: null };
}

/** The state of the room after the step, and the transitions of its alerts. */
function run({ state, alerts, hold }: Room, one: Step, now: number, createUuid: () => string) {
  const open = alerts.filter(isAlertOpen);
  if (one.kind === 'time') return { state, hold, transitions: open.flatMap((alert) => expireAlert(alert, now) ?? []) };
  if (one.kind === 'report' || one.kind === 'offline' || one.kind === 'heartbeat') {
    const ingested = ingest(state, toIncoming(one), camera, now);
    const context = {
      streamUUID: 'room',
      isActive: true,
      rules: {},
      hold,
      now,
      createUuid,
      clock: () => 0,
    };
    return { state: ingested.state, ...applyMessageToAlerts(open, ingested, context) };
  }
  const alert = alerts.at(-1 - one.pick);
  if (alert === undefined) return { state, hold, transitions: [] };
  const { kind, resolution, user } = one;
  const action = kind === 'resolve' ? { kind, resolution, note: null } : { kind };
  const transitions = answerAlert(alert, open, action, user, now);
  if (typeof transitions === 'string') return { state, hold, transitions: [] };
  return { state, hold: applyAnswerToHold(hold, transitions[0], now), transitions };
}

interface StepDone extends Pick<Room, 'state' | 'alerts'> {
  readonly one: Step;
  /** The step has changed the last notification of the room. */
  readonly isNotified: boolean;
  readonly now: number;
}

/** `start`: called at the start of each room. The function that it returns is called after each step. */
function forEachTransition(
  check: (transition: AlertTransition, before: Alert | undefined, one: Step) => void,
  start?: () => (done: StepDone) => void,
): void {
  fc.assert(
    fc.property(fc.array(timed, { minLength: 1, maxLength: 40, size: 'max' }), (steps) => {
      let room: Room = { state: fresh, alerts: [], hold: emptyHold };
      let now = Date.UTC(2026, 2, 1);
      const afterStep = start?.();
      for (const { step: one, afterMs } of steps) {
        now += afterMs;
        const { state, hold, transitions } = run(room, one, now, () => `alert-${room.alerts.length}`);
        const alerts = new Map(room.alerts.map((alert) => [alert.uuid, alert]));
        for (const transition of transitions) {
          check(transition, alerts.get(transition.alert.uuid), one);
          alerts.set(transition.alert.uuid, transition.alert);
        }
        const isNotified = state.lastNotificationSent !== room.state.lastNotificationSent;
        room = { state, hold, alerts: [...alerts.values()] };
        afterStep?.({ ...room, one, isNotified, now });
      }
    }),
    { numRuns: 200 },
  );
}

test('for any reports, an alert of high priority that staff have seen is resolved by a user only', () => {
  forEachTransition(({ alert }, before, { kind }) => {
    if (alert.priority !== 'high' || isAlertOpen(alert) || before?.state === 'waiting') return;
    expect(kind).toBe('resolve');
    expect(alert.by.kind).toBe('user');
  });
});

test('for any reports, each open alert has a next step by a user or a time at which the server raises it', () => {
  forEachTransition(({ alert }) => {
    if (alert.state === 'raised') expect(alert.dueAt).toBeNull();
    else expect(alert.dueAt === null).toBe(!isAlertOpen(alert));
  });
});

test('for any reports, a resolved alert never changes', () => {
  forEachTransition((_transition, before) => expect(before?.state).not.toBe('resolved'));
});

test('for any reports, a room has at most one open alert of each status', () => {
  forEachTransition(
    () => undefined,
    () =>
      ({ alerts }) => {
        const statuses = alerts.filter(isAlertOpen).map(({ status }) => status);
        expect(new Set(statuses).size).toBe(statuses.length);
      },
  );
});

test('a second fall raises an alert at once if another status precedes it, otherwise three minutes after the answer', () => {
  const falls = [1, 17];
  const saysNothingOfResident = [-1, 11, 12, 24, 99];
  forEachTransition(
    () => undefined,
    () => {
      const answeredAt = new Map<number, number>();
      return ({ alerts, one, isNotified, state, now }) => {
        for (const fall of falls) {
          const isOther = one.kind === 'report' && state.roomStatus !== fall;
          if (isOther && !saysNothingOfResident.includes(state.roomStatus)) answeredAt.delete(fall);
          const isAnswered = alerts.some(
            ({ status, state: has, since }) => status === fall && has === 'resolved' && since === now,
          );
          if (one.kind === 'resolve' && isAnswered) answeredAt.set(fall, now);
          if (one.kind !== 'report' || one.status !== fall || !isNotified) continue;
          const open = alerts.find((alert) => isAlertOpen(alert) && alert.status === fall);
          const raisedAt = open?.state === 'waiting' ? open.dueAt : now;
          expect(raisedAt).toBeLessThanOrEqual(Math.max(now, (answeredAt.get(fall) ?? 0) + maxAcknowledgedMs));
        }
      };
    },
  );
});

test('a room that becomes unreachable has a technical alert, until it is reachable or a user resolves it', () => {
  const unreachable = 12;
  forEachTransition(
    () => undefined,
    () => {
      let isResolved = false;
      return ({ alerts, one, state }) => {
        if (state.statusBeforeOffline === null) isResolved = false;
        isResolved ||= one.kind === 'resolve';
        const isOpenNow = alerts.some((alert) => isAlertOpen(alert) && alert.status === unreachable);
        if (state.statusBeforeOffline !== null && !isResolved) expect(isOpenNow).toBe(true);
        if (state.roomStatus !== unreachable) expect(isOpenNow).toBe(false);
      };
    },
  );
});

test('a notification of high priority always leaves an open alert of its status', () => {
  forEachTransition(
    () => undefined,
    () =>
      ({ alerts, one, isNotified }) => {
        if (one.kind !== 'report' || !isNotified || ![1, 17].includes(one.status)) return;
        expect(alerts.some((alert) => isAlertOpen(alert) && alert.status === one.status)).toBe(true);
      },
  );
});
