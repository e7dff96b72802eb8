import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fresh } from '../../../tests/support/ingest-state.ts';
import { ingest } from '../ingest/ingest.ts';
import { ingestRulesOf } from '../ingest/ingest-rules.ts';
import type { IngestState } from '../ingest/ingest-state.ts';
import { alertResolutions, type Alert, type AlertTransition, isOpen } from './alert.ts';
import { noHold } from './alert-hold.ts';
import { applyAction, expireAlert } from './alert-actions.ts';
import { alertsAfterMessage } from './alert-reports.ts';

const users = ['anna', 'ben'].map((subject) => ({ kind: 'user', subject, displayName: subject }) as const);

const step = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    status: fc.constantFrom(-1, 1, 2, 3, 5, 11, 12, 17, 24, 99),
    hasNotification: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom('acknowledge' as const, 'withdraw' as const, 'attend' as const, 'resolve' as const),
    user: fc.constantFrom(...users),
    /** Which of the alerts. */
    pick: fc.nat(),
    resolution: fc.constantFrom(...alertResolutions),
  }),
  fc.record({ kind: fc.constant('time' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const timed = fc.record({
  step,
  /** The clock may be set back. */
  afterMs: fc.oneof(fc.integer({ min: 0, max: 1_500_000 }), fc.integer({ min: -7_200_000, max: 0 })),
});

interface Room {
  readonly state: IngestState;
  readonly alerts: readonly Alert[];
}

const camera = ingestRulesOf('camera');

/** The state of the room after the step, and the transitions of its alerts. */
function run({ state, alerts }: Room, one: Step, now: number, createUuid: () => string) {
  const open = alerts.filter(isOpen);
  if (one.kind === 'time') return { state, transitions: open.flatMap((alert) => expireAlert(alert, now) ?? []) };
  if (one.kind === 'report') {
    const { status, hasNotification: notification } = one;
    const incoming = { kind: 'report', streamUUID: 'room', status, at: null, notification, id: null } as const;
    const ingested = ingest(state, { ...incoming, debounceMs: null }, camera, now);
    const context = {
      streamUUID: 'room',
      isActive: true,
      rules: {},
      hold: noHold,
      now,
      createUuid,
      minuteOfDay: () => 0,
    };
    return { state: ingested.state, transitions: alertsAfterMessage(open, ingested, context) };
  }
  const alert = alerts[one.pick % Math.max(1, alerts.length)];
  if (alert === undefined) return { state, transitions: [] };
  const { kind, resolution, user } = one;
  const action = kind === 'resolve' ? { kind, resolution, note: null } : { kind };
  const result = applyAction(alert, action, user, now);
  return { state, transitions: typeof result === 'string' ? [] : [result] };
}

/** `isNotified`: the step has changed the last notification of the room. */
function forEachTransition(
  check: (transition: AlertTransition, before: Alert | undefined, one: Step) => void,
  afterStep?: (alerts: readonly Alert[], one: Step, isNotified: boolean) => void,
): void {
  fc.assert(
    fc.property(fc.array(timed, { minLength: 1, maxLength: 40 }), (steps) => {
      let room: Room = { state: fresh, alerts: [] };
      let now = Date.UTC(2026, 2, 1);
      for (const { step: one, afterMs } of steps) {
        now += afterMs;
        const { state, transitions } = run(room, one, now, () => `alert-${room.alerts.length}`);
        const alerts = new Map(room.alerts.map((alert) => [alert.uuid, alert]));
        for (const transition of transitions) {
          check(transition, alerts.get(transition.alert.uuid), one);
          alerts.set(transition.alert.uuid, transition.alert);
        }
        const isNotified = state.lastNotificationSent !== room.state.lastNotificationSent;
        room = { state, alerts: [...alerts.values()] };
        afterStep?.(room.alerts, one, isNotified);
      }
    }),
  );
}

test('only a user ends an alert of high priority', () => {
  forEachTransition(({ alert }, _before, { kind }) => {
    if (alert.priority !== 'high' || isOpen(alert)) return;
    expect(kind).toBe('resolve');
    expect(alert.by.kind).toBe('user');
  });
});

test('each open alert waits for a user, or has a time at which the server raises it', () => {
  forEachTransition(({ alert }) => {
    if (alert.state === 'raised') expect(alert.dueAt).toBeNull();
    else expect(alert.dueAt === null).toBe(!isOpen(alert));
  });
});

test('nothing changes a resolved alert', () => {
  forEachTransition((_transition, before) => expect(before?.state).not.toBe('resolved'));
});

test('a room has at most one open alert of each status', () => {
  forEachTransition(
    () => undefined,
    (alerts) => {
      const statuses = alerts.filter(isOpen).map(({ status }) => status);
      expect(new Set(statuses).size).toBe(statuses.length);
    },
  );
});

test('a notification of high priority always leaves an open alert of its status', () => {
  forEachTransition(
    () => undefined,
    (alerts, one, isNotified) => {
      if (one.kind !== 'report' || !isNotified || ![1, 17].includes(one.status)) return;
      expect(alerts.some((alert) => isOpen(alert) && alert.status === one.status)).toBe(true);
    },
  );
});
