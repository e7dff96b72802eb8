import type { Room } from '../../../domain/room.ts';
import { roomElementId } from '../alerts/scroll-to-room.ts';

/** The light of card-frame.module.css moves over the header. Only transform and opacity change, so nothing is repainted. */
const keyframes = [
  { transform: 'translateX(-66.6%)', opacity: 1 },
  { transform: 'none', opacity: 0 },
];
const timing = { duration: 1_100, easing: 'ease-out', pseudoElement: '::after' } as const;

/**
 * Nothing of a highlight is visible any more after this time. NOTE: the browser renders the page in each frame of the last
 * 60 ms of an animation, which costs as much as the update itself, so a highlight is cancelled before.
 */
const visibleMs = 1_000;

/** Highlights the headers of these rooms once. Cards outside of the screen are not animated. */
export function highlightCards(rooms: readonly Room[]): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const cards = rooms.flatMap(({ uuid }) => document.getElementById(roomElementId(uuid)) ?? []).filter(isOnScreen);
  const highlights = cards.map((card) => card.querySelector('header')?.animate(keyframes, timing));
  setTimeout(() => {
    for (const highlight of highlights) highlight?.cancel();
  }, visibleMs);
}

/** NOTE: asking for the position of a card that `content-visibility` skips would make the browser lay it out. */
function isOnScreen(card: Element): boolean {
  if (!card.checkVisibility({ contentVisibilityAuto: true })) return false;
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
