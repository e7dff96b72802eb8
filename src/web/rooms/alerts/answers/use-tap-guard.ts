import { type RefObject, useLayoutEffect } from 'react';

/** Nobody sees a new button and taps on it on purpose in less than this time. */
const newButtonMs = 700;

/**
 * Ignores taps and clicks on an element that has just appeared, moved or changed: they were meant for what was there
 * before. `what`: another value means that the element has moved or changed. The keyboard is not affected, because its
 * focus stays with the alert. NOTE: an animation and no timer, so that the time begins when the browser shows the change.
 */
export function useTapGuard(element: RefObject<HTMLElement | null>, what: string): void {
  useLayoutEffect(() => {
    const guard = element.current?.animate({ pointerEvents: ['none', 'none'] }, { duration: newButtonMs, id: what });
    return () => guard?.cancel();
  }, [element, what]);
}
