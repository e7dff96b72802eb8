/** Decides how many alerts the rail shows and in which size, so that staff see the room of every urgent one. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** The minimum width of an entry with large texts and a button. */
const minEntryRem = 30;

/** The minimum width of an entry with small texts. */
const minCompactEntryRem = 19;

/** The reserved width for the count of hidden alerts, so that nothing moves when it appears. */
const moreAlertsRem = 5;

/** In a narrower rail, such as on a phone with large letters, there is space for one entry only. */
const minCompactRailRem = 18;

export interface RailLayout {
  readonly columns: number;
  /** The maximum number of shown alerts. */
  readonly shownCount: number;
  /** Whether entries have small texts and are in rows. The rail is then as high as its rows. */
  readonly isCompact: boolean;
}

/**
 * Computes the layout. `widthRem`: the width of the rail, which is smaller with larger letters. `urgentCount`: the
 * number of unanswered alerts of high priority, which are the first of the rail.
 */
export function computeRailLayout(widthRem: number, alertCount: number, urgentCount: number): RailLayout {
  const columnsOf = (minRem: number) => Math.max(1, Math.floor((widthRem - moreAlertsRem) / minRem));
  const columns = Math.min(columnsOf(minEntryRem), Math.max(1, alertCount));
  if (urgentCount <= columns || widthRem < minCompactRailRem) return { columns, shownCount: columns, isCompact: false };
  const compactColumns = Math.min(columnsOf(minCompactEntryRem), urgentCount);
  const rows = compactColumns === 1 ? 4 : 3;
  return { columns: compactColumns, shownCount: Math.min(urgentCount, compactColumns * rows), isCompact: true };
}

/** The width of an element in whole rem, which is smaller with larger letters. */
export function useWidthRem(element: RefObject<HTMLElement | null>): number {
  const [widthRem, setWidthRem] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const measure = (width: number) => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setWidthRem(Math.floor(width / remPx));
    };
    measure(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthRem;
}
