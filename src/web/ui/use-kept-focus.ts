import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus in an element when its focused child disappears. Otherwise the next press of Tab would start
 * at the top of the page. NOTE: browsers fire no `blur` for an element that is removed.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>) {
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
    },
  };
}
