/** The id of the element that shows a room, as a card or as a table row. */
export function roomElementId(uuid: string): string {
  return `room-element-${uuid}`;
}

/** The space between the alerts and the room. */
const gapPx = 8;

/**
 * Scrolls a room to the middle of the screen and focuses it, without animation. `cover`: the sticky element at the top
 * of the board. On a low screen that element would hide the room, so the page scrolls until the room is below it.
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
