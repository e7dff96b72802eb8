import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localClockOf } from '../local-time/local-clock.ts';
import { alertLoadOf, hourOf } from './alert-load.ts';
import type { AlertFigure } from '../history/nights/alert-figure.ts';
import { alertKinds, alertsOfKind, isCounted, numbersOf } from './alert-numbers.ts';

const [fall, outOfBed] = [1, 3];

function alertOf(change: Partial<AlertFigure> = {}): AlertFigure {
  return {
    status: outOfBed,
    priority: 'medium',
    raisedAt: 0,
    acknowledgedMs: null,
    answeredBy: null,
    arrivedMs: null,
    endedMs: 60_000,
    raisedAgainCount: 0,
    resolution: 'resolved-itself',
    ...change,
  };
}

describe('the numbers of alerts', () => {
  test('a fall that was a false alarm is no fall, and a drill and a dead camera are no alert', () => {
    const alerts = [
      alertOf({ status: fall, priority: 'high', resolution: 'helped', acknowledgedMs: 10_000 }),
      alertOf({ status: fall, priority: 'high', resolution: 'false-alarm', acknowledgedMs: 20_000 }),
      alertOf(),
      alertOf({ resolution: 'test' }),
      alertOf({ priority: 'technical' }),
    ];
    expect(numbersOf(alerts.filter(isCounted))).toEqual({
      alerts: 3,
      falls: 1,
      falseAlarms: 1,
      unanswered: 1,
      acknowledgedMs: { p50: 10_000, p90: 20_000 },
      arrivedMs: null,
    });
  });

  test('an alert that is still open may be answered', () => {
    expect(numbersOf([alertOf({ endedMs: null })]).unanswered).toBe(0);
  });

  test('the percentiles are waits that occurred: half of the alerts are not slower, and nine of ten', () => {
    const waits = fc.array(fc.nat(600_000), { minLength: 1, maxLength: 200 });
    const property = fc.property(waits, (values) => {
      const { acknowledgedMs } = numbersOf(values.map((wait) => alertOf({ acknowledgedMs: wait })));
      for (const [name, share] of [
        ['p50', 0.5],
        ['p90', 0.9],
      ] as const) {
        const value = acknowledgedMs?.[name] ?? Number.NaN;
        expect(values).toContain(value);
        expect(values.filter((one) => one <= value).length).toBeGreaterThanOrEqual(share * values.length);
        expect(values.filter((one) => one < value).length).toBeLessThan(share * values.length);
      }
    });
    fc.assert(property, { numRuns: 200 });
  });

  test('each number is the number of alerts that it leads to', () => {
    const alert = fc.record({
      status: fc.constantFrom(fall, outOfBed),
      resolution: fc.constantFrom('helped', 'false-alarm', 'resolved-itself'),
      acknowledgedMs: fc.option(fc.nat(1_000)),
    });
    const property = fc.property(fc.array(alert), (changes) => {
      const alerts = changes.map((change) => alertOf(change));
      const counts = Object.fromEntries(alertKinds.map((kind) => [kind, alertsOfKind(alerts, kind).length]));
      const { alerts: all, falls, falseAlarms, unanswered } = numbersOf(alerts);
      expect(counts).toMatchObject({ all, falls, 'false-alarms': falseAlarms, unanswered });
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('the alert load', () => {
  test('is the alerts for each person and hour in which the person answered', () => {
    const hourMs = 3_600_000;
    const alerts = [
      alertOf({ answeredBy: 'nora', raisedAt: 0 }),
      alertOf({ answeredBy: 'nora', raisedAt: 10 }),
      alertOf({ answeredBy: 'omar', raisedAt: 20 }),
      alertOf({ answeredBy: 'nora', raisedAt: hourMs }),
      alertOf({ answeredBy: null, raisedAt: hourMs + 1 }),
    ];
    expect(alertLoadOf(alerts)).toBe(5 / 3);
    expect(alertLoadOf([alertOf()])).toBeNull();
  });
});

test('the hour of a clock change that comes twice counts in the same hour of the day', () => {
  const hours = (zone: string, from: string) =>
    [0, 1, 2, 3].map((count) => hourOf(localClockOf(zone), Date.parse(from) + count * 3_600_000));
  expect(hours('Europe/Brussels', '2026-10-24T23:30:00Z')).toEqual([1, 2, 2, 3]);
  expect(hours('Europe/Brussels', '2026-03-29T00:30:00Z')).toEqual([1, 3, 4, 5]);
  expect(hours('America/New_York', '2026-11-01T04:30:00Z')).toEqual([0, 1, 1, 2]);
});
