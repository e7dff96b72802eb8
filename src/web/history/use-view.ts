import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { queryOfView, readView, type View, type VisibleSpan } from './visible-span.ts';

export type ShownView = ReturnType<typeof useView>;

/** Browsers limit how often the address changes, and a finger moves the span many times in a second. */
const addressDelayMs = 400;

/** The visible span and the chosen moment, which the address keeps. `defaultMs`: the length of the span without one. */
export function useView(defaultMs?: number) {
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState<View>(() => readView(query, defaultMs));
  const writeAddress = useEffectEvent((shown: View) => setQuery(queryOfView(shown), { replace: true }));
  useEffect(() => {
    const timer = setTimeout(() => writeAddress(view), addressDelayMs);
    return () => clearTimeout(timer);
  }, [view]);
  return {
    ...view,
    show: (span: VisibleSpan, moment: number | null = view.moment) => setView({ span, moment }),
  };
}
