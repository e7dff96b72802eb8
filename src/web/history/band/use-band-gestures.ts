/** Tap, drag and pinch on the band. */
import { type PointerEvent, useRef } from 'react';

interface BandGestures {
  /** `share`: the position from 0, the beginning of the band, to 1. */
  readonly onChoose: (share: number) => void;
  /** `share`: the distance by which the content moves to the end of the band, in lengths of the band. */
  readonly onPan: (share: number) => void;
  /** `factor`: above 1, the band shows a longer time. `share`: the position that stays. */
  readonly onZoom: (factor: number, share: number) => void;
}

/** A finger moves a little when it taps. Pixels. */
const minDragPx = 6;

interface Point {
  readonly x: number;
}

export function useBandGestures({ onChoose, onPan, onZoom }: BandGestures) {
  const pointers = useRef(new Map<number, Point>());
  const hasMoved = useRef(false);

  const shareOf = (event: PointerEvent<HTMLElement>, x: number): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (x - left) / width));
  };

  function move(event: PointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      if (!hasMoved.current && Math.abs(event.clientX - before.x) < minDragPx) return;
      onPan((event.clientX - before.x) / width);
    } else {
      const distance = Math.max(1, Math.abs(event.clientX - other.x));
      onZoom(Math.max(1, Math.abs(before.x - other.x)) / distance, shareOf(event, (event.clientX + other.x) / 2));
    }
    hasMoved.current = true;
    pointers.current.set(event.pointerId, { x: event.clientX });
  }

  function end(event: PointerEvent<HTMLElement>): void {
    pointers.current.delete(event.pointerId);
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (pointers.current.size === 0) hasMoved.current = false;
      pointers.current.set(event.pointerId, { x: event.clientX });
    },
    onPointerMove: move,
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const isTap = pointers.current.size === 1 && pointers.current.has(event.pointerId) && !hasMoved.current;
      end(event);
      if (isTap) onChoose(shareOf(event, event.clientX));
    },
    onPointerCancel: end,
  };
}
