/** Props of an element that scrolls: while it has the focus, the arrow keys scroll it. */
export const keyboardScroll = { tabIndex: 0 } as const;
