const narrowPx = 600;
const gapPx = 8;

/** Places the popover of a menu below its button. On a phone the menu is at the edge of the screen, so that it always fits. */
export function placeBelow(button: HTMLElement | null, menu: HTMLElement | null): void {
  if (button === null || menu === null) return;
  const { right, bottom } = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  menu.style.setProperty('--menu-top', `${bottom + gapPx}px`);
  menu.style.setProperty('--menu-end', `${clientWidth < narrowPx ? gapPx : clientWidth - right}px`);
}
