/** Props of a scrollable element that make it focusable, so that the arrow keys scroll it. */
export const keyboardScroll = { tabIndex: 0 } as const;
