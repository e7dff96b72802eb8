import { type RefObject, useEffect, useState } from 'react';

/** Of a child that counts as in sight, at least this much is. */
const mostOfIt = 0.9;

/** How many children of a scrolled list are not in sight; it begins anew whenever they change. */
export function useHiddenCount(list: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const root = list.current;
    if (root === null) return undefined;
    const hidden = new Set<Element>();
    const sight = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          if (intersectionRatio < mostOfIt) hidden.add(target);
          else hidden.delete(target);
        }
        setCount(hidden.size);
      },
      { root, threshold: mostOfIt },
    );
    const watchAll = () => {
      sight.disconnect();
      hidden.clear();
      for (const child of root.children) sight.observe(child);
    };
    const children = new MutationObserver(() => {
      root.scrollTop = 0;
      watchAll();
    });
    children.observe(root, { childList: true });
    watchAll();
    return () => {
      sight.disconnect();
      children.disconnect();
    };
  }, [list]);
  return count;
}
