import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import {
  panSpan,
  queryOfView,
  readView,
  spanWith,
  timeSpanOf,
  type View,
  type VisibleSpan,
  zoomSpan,
} from './visible-span.ts';

/** Browsers limit how often the address changes, and a finger moves the span many times in a second. */
const addressDelayMs = 400;

/** The visible span and the chosen moment, which the address keeps. */
export function useView() {
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState<View>(() => readView(query));
  const { pathname } = useLocation();
  const writeAddress = useEffectEvent((shown: View) => {
    // While the next page loads, this one is still shown, but the address is no longer its own.
    if (window.location.pathname === pathname) setQuery(queryOfView(shown), { replace: true });
  });
  useEffect(() => {
    const timer = setTimeout(() => writeAddress(view), addressDelayMs);
    return () => clearTimeout(timer);
  }, [view]);
  return { view, show: setView };
}

/** What a page of a history shows, and how it moves. Times are epoch milliseconds. */
export interface ViewActions extends TimeSpan {
  /** The chosen moment. Null: none is chosen. */
  readonly moment: number | null;
  /** Whether the span ends now and moves with the clock. */
  readonly isLive: boolean;
  readonly choose: (moment: number) => void;
  readonly pan: (byMs: number) => void;
  /** `factor`: above 1, the span becomes longer. `around` stays where it is on the screen. */
  readonly zoom: (factor: number, around: number) => void;
  readonly showNow: () => void;
}

/** `fetched`: the history, which is shown as a whole without a chosen span. `clock`: the server's time. */
export function actionsOf({ view, show }: ReturnType<typeof useView>, fetched: TimeSpan, clock: number): ViewActions {
  const { moment } = view;
  const span = view.span ?? { lengthMs: fetched.to - fetched.from, to: null };
  // Nothing is known about the moments since the last answer, so a span that moves with the clock ends there.
  const now = span.to === null ? fetched.to : clock;
  const move = (next: VisibleSpan): void => show({ span: next, moment });
  return {
    ...timeSpanOf(span, now),
    moment,
    isLive: span.to === null,
    choose: (at) => show({ span: spanWith(span, Math.min(at, now), now), moment: Math.min(at, now) }),
    pan: (byMs) => move(panSpan(span, byMs, now)),
    zoom: (factor, around) => move(zoomSpan(span, factor, around, now)),
    showNow: () => move({ ...span, to: null }),
  };
}
