import { type RefObject, useEffect, useState } from 'react';

/** A child of the list counts as visible if at least this part of its area is visible. */
const minVisibleRatio = 0.9;

/** Counts the children of a scrolling list that are not visible. Scrolls to the start when the children change. */
export function useHiddenCount(list: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const root = list.current;
    if (root === null) return undefined;
    const hidden = new Set<Element>();
    const visibility = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          if (intersectionRatio < minVisibleRatio) hidden.add(target);
          else hidden.delete(target);
        }
        setCount(hidden.size);
      },
      { root, threshold: minVisibleRatio },
    );
    const observeChildren = () => {
      visibility.disconnect();
      hidden.clear();
      for (const child of root.children) visibility.observe(child);
    };
    const children = new MutationObserver(() => {
      root.scrollTop = 0;
      observeChildren();
    });
    children.observe(root, { childList: true });
    observeChildren();
    return () => {
      visibility.disconnect();
      children.disconnect();
    };
  }, [list]);
  return count;
}
