import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of one entry, with its button and with texts that are read from a distance. */
const minColumnRem = 30;

/** How many entries fit beside each other, at least one. Larger letters need more space. */
export function useColumnCount(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(1);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const measure = (width: number) => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setCount(Math.max(1, Math.floor(width / (minColumnRem * remPx))));
    };
    measure(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => measure(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return count;
}
