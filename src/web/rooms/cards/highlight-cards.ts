import type { Room } from '../../../domain/room.ts';
import { roomElementId } from '../alerts/scroll-to-room.ts';

/** The light of card-frame.module.css moves over the header. Only transform and opacity change, so nothing is repainted. */
const keyframes = [
  { transform: 'translateX(-66.6%)', opacity: 1 },
  { transform: 'none', opacity: 0 },
];
const timing = { duration: 1_100, easing: 'ease-out', pseudoElement: '::after' } as const;

/** Highlights the headers of these rooms once. Cards outside of the screen are not animated. */
export function highlightCards(rooms: readonly Room[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cards = rooms.flatMap(({ uuid }) => document.getElementById(roomElementId(uuid)) ?? []).filter(isOnScreen);
  for (const card of cards) card.querySelector('header')?.animate(keyframes, timing);
}

/**
 * NOTE: the position of the grid item is asked for. A card outside of the screen has no layout, because of
 * `content-visibility`, and asking for its position would make the browser compute one.
 */
function isOnScreen({ parentElement }: Element): boolean {
  if (parentElement === null) return false;
  const { top, bottom } = parentElement.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
