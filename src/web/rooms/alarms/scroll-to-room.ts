/** The element that shows a room, as a card or as a row. */
export function roomElementId(uuid: string): string {
  return `shows-${uuid}`;
}

/** Between what covers the board's top and the room that is to be seen. */
const gapPx = 16;

/**
 * Brings a room to the middle of the screen and the focus to it, at once and without motion.
 * `cover`: what stays on top of the board; on a low screen the middle may lie behind it.
 */
export function scrollToRoom(uuid: string, cover: Element | null): void {
  const element = document.getElementById(roomElementId(uuid));
  if (element === null) return;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const top = (cover?.getBoundingClientRect().bottom ?? 0) + gapPx;
  const hidden = top - element.getBoundingClientRect().top;
  if (hidden > 0) window.scrollBy({ top: -hidden, behavior: 'instant' });
  element.focus({ preventScroll: true });
}
