import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in whole rem. With larger letters there are fewer. */
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
