import { type RefObject, useLayoutEffect } from 'react';

/** A tap within this time after a button has appeared was not meant for it. */
const newButtonMs = 700;

/**
 * Ignores taps and clicks on an element that has just appeared, moved or changed, because they were meant for what was
 * there before. `what`: a new value means that the element has moved or changed. The keyboard is not affected, because
 * its focus stays with the alert. NOTE: it uses an animation instead of a timer, so that the time starts when the
 * browser shows the change.
 */
export function useTapGuard(element: RefObject<HTMLElement | null>, what: string): void {
  useLayoutEffect(() => {
    const guard = element.current?.animate({ pointerEvents: ['none', 'none'] }, { duration: newButtonMs, id: what });
    return () => guard?.cancel();
  }, [element, what]);
}
