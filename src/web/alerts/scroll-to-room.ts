/** The id of a room's element, which is a card or a table row. */
export function roomElementId(uuid: string): string {
  return `room-element-${uuid}`;
}

/** The space between the alerts and the room after scrolling. */
const gapPx = 8;

/**
 * Scrolls to a room and focuses it, without animation. The room is in the middle of the screen, or below `cover`, the
 * sticky element at the top of the board, if that would hide it on a low screen.
 */
export function scrollToRoom(uuid: string, cover: Element | null): void {
  const element = document.getElementById(roomElementId(uuid));
  if (element === null) return;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const minTop = (cover?.getBoundingClientRect().bottom ?? 0) + gapPx;
  const hiddenPx = minTop - element.getBoundingClientRect().top;
  if (hiddenPx > 0) window.scrollBy({ top: -hiddenPx, behavior: 'instant' });
  element.focus({ preventScroll: true });
}
