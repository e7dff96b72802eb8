/** The time span that the page of a history shows, which its address keeps. Times are epoch milliseconds. */
import type { TimeSpan } from '../../domain/history/status-periods.ts';

export interface VisibleSpan {
  readonly lengthMs: number;
  /** The end of the span. Null: it moves with the clock. */
  readonly to: number | null;
}

const minuteMs = 60_000;
const minLengthMs = 5 * minuteMs;
export const maxLengthMs = 24 * 60 * minuteMs;
/** How much of the time before an event is shown when the page opens at the event. */
const lengthAroundEventMs = 20 * minuteMs;

/** The span and the chosen moment. */
export interface View {
  /** Null: what the server gives without a span, until now. */
  readonly span: VisibleSpan | null;
  /** Null: no moment is chosen. Epoch milliseconds. */
  readonly moment: number | null;
}

/**
 * Reads the view from the query of the address. `event`: the page opens at this moment and shows the minutes before it.
 */
export function readView(query: URLSearchParams): View {
  const event = readTime(query, 'event');
  if (event !== null) {
    return { span: { lengthMs: lengthAroundEventMs, to: event + lengthAroundEventMs / 4 }, moment: event };
  }
  const minutes = Number(query.get('minutes') ?? Number.NaN);
  const span = Number.isFinite(minutes)
    ? { lengthMs: clampLength(minutes * minuteMs), to: readTime(query, 'to') }
    : null;
  return { span, moment: readTime(query, 'moment') };
}

function readTime(query: URLSearchParams, name: string): number | null {
  const instant = Date.parse(query.get(name) ?? '');
  return Number.isNaN(instant) ? null : instant;
}

export function queryOfView({ span, moment }: View): Record<string, string> {
  return {
    ...(span !== null && { minutes: String(Math.round((span.lengthMs / minuteMs) * 10) / 10) }),
    ...(typeof span?.to === 'number' && { to: new Date(span.to).toISOString() }),
    ...(moment !== null && { moment: new Date(moment).toISOString() }),
  };
}

export function timeSpanOf({ lengthMs, to }: VisibleSpan, now: number): TimeSpan {
  const end = to ?? now;
  return { from: end - lengthMs, to: end };
}

/** Changes the length of the span by a factor. `around` stays where it is on the screen. */
export function zoomSpan(span: VisibleSpan, factor: number, around: number, now: number): VisibleSpan {
  const { to } = timeSpanOf(span, now);
  const lengthMs = clampLength(span.lengthMs * factor);
  return endingAt(
    lengthMs,
    around + (to - around) * (lengthMs / span.lengthMs),
    span.to === null && around === to,
    now,
  );
}

/** Moves the span, not beyond now. */
export function panSpan(span: VisibleSpan, byMs: number, now: number): VisibleSpan {
  return endingAt(span.lengthMs, (span.to ?? now) + byMs, false, now);
}

/** Moves the span so that it contains a moment. */
export function spanWith(span: VisibleSpan, moment: number, now: number): VisibleSpan {
  const { from, to } = timeSpanOf(span, now);
  if (moment >= from && moment <= to) return span;
  return endingAt(span.lengthMs, moment + span.lengthMs / 2, false, now);
}

function endingAt(lengthMs: number, to: number, isLive: boolean, now: number): VisibleSpan {
  return { lengthMs, to: isLive || to >= now ? null : Math.round(to) };
}

function clampLength(lengthMs: number): number {
  return Math.min(maxLengthMs, Math.max(minLengthMs, lengthMs));
}
