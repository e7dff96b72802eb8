import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import type { Alert } from '../../domain/alerts/alert.ts';
import { demoStaff, chooseStaffStep } from './simulate-staff.ts';

const visitor = { kind: 'user', subject: 'visitor', displayName: 'Vera' } as const;
const fall: Alert = {
  uuid: 'fall',
  streamUUID: 'room',
  status: 1,
  priority: 'high',
  latches: true,
  isTest: false,
  isFault: false,
  startedAt: 0,
  state: 'raised',
  by: { kind: 'device' },
  since: 0,
  raisedAgainCount: 0,
  dueAt: null,
  resolution: null,
  attended: null,
  note: null,
};

/** The first step of staff, and after how many seconds they take it. Undefined: none within two hours. */
function firstStep(alert: Alert, random: () => number) {
  for (let seconds = 1; seconds < 7_200; seconds += 1) {
    const step = chooseStaffStep(alert, random);
    if (step !== undefined) return { ...step, seconds };
  }
  return undefined;
}

test('the staff of the demo acknowledge an alert after 8 seconds on average', () => {
  const random = seededRandom(1);
  const steps = Array.from({ length: 500 }, () => firstStep(fall, random));
  for (const step of steps) {
    expect(step?.action.kind).toBe('acknowledge');
    expect(demoStaff).toContain(step?.by);
  }
  const sum = steps.reduce((total, step) => total + (step?.seconds ?? 0), 0);
  expect(sum / steps.length).toBeGreaterThan(6);
  expect(sum / steps.length).toBeLessThan(10);
});

test('the staff of the demo answer no drill, no sensor fault and no alert that a visitor has answered', () => {
  const random = seededRandom(1);
  expect(firstStep({ ...fall, state: 'acknowledged', by: visitor }, random)).toBeUndefined();
  expect(firstStep({ ...fall, state: 'attended', by: visitor }, random)).toBeUndefined();
  expect(firstStep({ ...fall, isTest: true }, random)).toBeUndefined();
  expect(firstStep({ ...fall, isFault: true }, random)).toBeUndefined();
});
