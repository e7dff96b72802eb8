import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bathroom,
  checkOffline,
  disconnect,
  expireDebounce,
  fall,
  fresh,
  heartbeat,
  inBed,
  now,
  outOfBed,
  report,
} from '../../../tests/support/ingest-state.ts';
import { maxDebounceMs } from './ingest-rules.ts';
import type { IngestState } from './ingest-state.ts';
import { unreachableStatusCode } from './online.ts';

const message = fc.record({
  kind: fc.constantFrom('report', 'quiet report', 'heartbeat', 'offline', 'offline-check', 'debounce-expiry'),
  status: fc.constantFrom(fall, outOfBed, inBed, bathroom, unreachableStatusCode, 999),
  /** Milliseconds since the previous message. */
  afterMs: fc.integer({ min: 0, max: 120_000 }),
  /** Age of the report in milliseconds, by the device's clock. */
  ageMs: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -5_000, max: 5_000 }),
    fc.integer({ min: -7_200_000, max: 7_200_000 }),
  ),
});
type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;
interface Step extends Message {
  readonly before: IngestState;
  readonly state: IngestState;
  readonly time: number;
  readonly at: number;
}

function next(state: IngestState, { kind, status }: Message, time: number, at: number): IngestState {
  switch (kind) {
    case 'heartbeat':
      return heartbeat(state, time);
    case 'offline':
      return disconnect(state, time);
    case 'offline-check':
      return checkOffline(state, time, now);
    case 'debounce-expiry':
      return expireDebounce(state, time);
    default:
      return report(state, status, time, { at, notification: kind === 'report' }).state;
  }
}

function forEachStep(check: (step: Step) => void): void {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 40 }), (messages) => {
      let state = fresh;
      let time = now;
      for (const one of messages) {
        time += one.afterMs;
        const before = state;
        const at = time - one.ageMs;
        state = next(state, one, time, at);
        check({ ...one, before, state, time, at });
      }
    }),
  );
}

test('for any sequence of messages the revision of a stream never decreases, and it increases when the card changes', () => {
  forEachStep(({ before, state }) => {
    const card = ({ roomStatus, lastNotification, lastNotificationSent }: IngestState) =>
      JSON.stringify([roomStatus, lastNotification, lastNotificationSent]);
    expect(state.revision).toBeGreaterThanOrEqual(before.revision);
    if (card(state) !== card(before)) expect(state.revision).toBeGreaterThan(before.revision);
  });
});

test('after any sequence of messages a current report of a fall is shown unless a newer report exists', () => {
  forEachStep(({ state, kind, status, at, time, before }) => {
    if (kind !== 'report' || status !== fall || Math.abs(at - time) > 5_000) return;
    if (at < Math.max(before.reportedAt ?? 0, before.pending?.at ?? 0)) return;
    expect(state.roomStatus).toBe(fall);
  });
});

test('after any sequence of messages a pending status is shown once the longest debounce time is over, and only once', () => {
  forEachStep(({ state, time }) => {
    if (state.pending === null) return;
    const expired = expireDebounce(state, time + maxDebounceMs);
    expect(expired.pending).toBeNull();
    expect(expired.roomStatus).toBe(state.pending.status);
    expect(expireDebounce(expired, time + 1e7)).toBe(expired);
  });
});

test('for any sequence of messages no notification has a time more than 5 s in the future', () => {
  forEachStep(({ state, time }) => {
    expect(Date.parse(state.lastNotificationSent ?? new Date(0).toISOString())).toBeLessThanOrEqual(time + 5_000);
  });
});

test('after any sequence of messages a device is online when it has just sent a heartbeat or a report that is not late', () => {
  forEachStep(({ state, kind, at, time }) => {
    if (kind !== 'heartbeat' && time - at > 600_000) return;
    if (['report', 'quiet report', 'heartbeat'].includes(kind)) expect(state.statusBeforeOffline).toBeNull();
  });
});
