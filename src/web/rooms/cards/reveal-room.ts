/** The element that shows a room, as a card or as a row. */
export function roomElementId(uuid: string): string {
  return `shows-${uuid}`;
}

/** Brings a room to the middle of the screen and the focus to it, at once and without motion. */
export function revealRoom(uuid: string): void {
  const element = document.getElementById(roomElementId(uuid));
  element?.scrollIntoView({ block: 'center', behavior: 'instant' });
  element?.focus({ preventScroll: true });
}
