import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxLengthMs, panSpan, queryOfView, readView, spanWith, timeSpanOf, zoomSpan } from './visible-span.ts';

const now = Date.UTC(2026, 2, 2, 8);
const hourMs = 3_600_000;

test('an address without a time span, or with a wrong one, shows what the server chooses', () => {
  for (const query of ['', 'minutes=x&to=y', 'minutes=Infinity']) {
    expect(readView(new URLSearchParams(query))).toEqual({ span: null, moment: null });
  }
});

test('the address keeps the time span', () => {
  const view = { span: { lengthMs: 2 * hourMs, to: now - hourMs }, moment: now - 2 * hourMs };
  expect(readView(new URLSearchParams(queryOfView(view)))).toEqual(view);
});

test('an address without a time span keeps the moment', () => {
  const view = { span: null, moment: now - 2 * hourMs };
  expect(readView(new URLSearchParams(queryOfView(view)))).toEqual(view);
});

test('at an event the page shows the minutes before it', () => {
  const view = readView(new URLSearchParams({ event: new Date(now - hourMs).toISOString() }));
  const span = timeSpanOf(view.span ?? { lengthMs: 0, to: null }, now);
  expect(view.moment).toBe(now - hourMs);
  expect(span.from).toBeLessThanOrEqual(now - hourMs - 10 * 60_000);
  expect(span.to).toBeGreaterThan(now - hourMs);
});

const spans = fc.record({
  lengthMs: fc.integer({ min: 5 * 60_000, max: maxLengthMs }),
  to: fc.option(fc.integer({ min: now - 10 * maxLengthMs, max: now - 1 })),
});

test('zooming keeps the moment under the pointer in its place, and never leaves the limits', () => {
  fc.assert(
    fc.property(
      spans,
      fc.constantFrom(0.3, 0.5, 2, 3),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (span, factor, share) => {
        const { from, to } = timeSpanOf(span, now);
        const around = from + (to - from) * share;
        const zoomed = zoomSpan(span, factor, around, now);
        const shown = timeSpanOf(zoomed, now);
        expect(shown.to).toBeLessThanOrEqual(now);
        expect(zoomed.lengthMs).toBeGreaterThanOrEqual(5 * 60_000);
        expect(zoomed.lengthMs).toBeLessThanOrEqual(maxLengthMs);
        if (zoomed.to === null) return;
        expect(Math.abs((around - shown.from) / zoomed.lengthMs - share)).toBeLessThan(0.001);
      },
    ),
  );
});

test('moving ends at the present, and a chosen moment comes into view', () => {
  fc.assert(
    fc.property(spans, fc.integer({ min: -5 * maxLengthMs, max: 5 * maxLengthMs }), (span, byMs) => {
      expect(timeSpanOf(panSpan(span, byMs, now), now).to).toBeLessThanOrEqual(now);
      const moment = now - Math.abs(byMs);
      const { from, to } = timeSpanOf(spanWith(span, moment, now), now);
      expect(moment).toBeGreaterThanOrEqual(from);
      expect(moment).toBeLessThanOrEqual(to);
    }),
  );
});
