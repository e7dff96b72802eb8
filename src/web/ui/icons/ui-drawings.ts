import type { Drawing } from './drawing.ts';

/** The icons of the user interface, such as those of buttons and lists. */
export const uiDrawings = {
  client: { lines: 'M4 21.5V19.5A6 6 0 0 1 10 13.5H14A6 6 0 0 1 20 19.5V21.5', dots: [[12, 6.5, 4]] },
  location: {
    lines:
      'M2 21H22M4 21V4.5A1.5 1.5 0 0 1 5.5 3H12.5A1.5 1.5 0 0 1 14 4.5V21M14 10H18.5A1.5 1.5 0 0 1 20 11.5V21M9 21V17',
    dots: [
      [9, 7.7, 1.3],
      [9, 12.3, 1.3],
    ],
  },
  ward: {
    lines:
      'M4 20.5V6A2.5 2.5 0 0 1 6.5 3.5H17.5A2.5 2.5 0 0 1 20 6V20.5M4 13H20M4 17.5H20M8 13V10A1 1 0 0 1 9 9H15A1 1 0 0 1 16 10V13',
  },
  language: {
    lines:
      'M2.5 12A9.5 9.5 0 0 1 21.5 12A9.5 9.5 0 0 1 2.5 12ZM2.5 12H21.5M12 2.5C9.5 5 8 8.3 8 12S9.5 19 12 21.5M12 2.5C14.5 5 16 8.3 16 12S14.5 19 12 21.5',
  },
  logout: { lines: 'M13 3H6A2 2 0 0 0 4 5V19A2 2 0 0 0 6 21H13M10 12H21M17 8L21 12L17 16' },
  'sound-on': {
    lines: 'M11 4.5L6.5 8.5H3V15.5H6.5L11 19.5ZM15 9A4.2 4.2 0 0 1 15 15M18 6A8.5 8.5 0 0 1 18 18',
  },
  'sound-off': { lines: 'M11 4.5L6.5 8.5H3V15.5H6.5L11 19.5ZM16 9.5L21 14.5M21 9.5L16 14.5' },
  'chevron-right': { lines: 'M9 5.5L15.5 12L9 18.5' },
  'chevron-left': { lines: 'M15 5.5L8.5 12L15 18.5' },
  'chevron-down': { lines: 'M5.5 9L12 15.5L18.5 9' },
  check: { lines: 'M4.5 12.5L9.5 17.5L19.5 6.5' },
  day: {
    lines:
      'M7.5 12A4.5 4.5 0 0 1 16.5 12A4.5 4.5 0 0 1 7.5 12ZM12 2V3M12 21V22M2 12H3M21 12H22M4.9 4.9L5.6 5.6M18.4 18.4L19.1 19.1M4.9 19.1L5.6 18.4M18.4 5.6L19.1 4.9',
  },
  night: { lines: 'M20.5 14.2A8.8 8.8 0 1 1 9.8 3.5A7 7 0 0 0 20.5 14.2Z' },
  system: {
    lines:
      'M4 4H20A1.5 1.5 0 0 1 21.5 5.5V15.5A1.5 1.5 0 0 1 20 17H4A1.5 1.5 0 0 1 2.5 15.5V5.5A1.5 1.5 0 0 1 4 4ZM12 17V21M8 21H16',
  },
  grid: { lines: 'M3.5 3.5H10V10H3.5ZM14 3.5H20.5V10H14ZM3.5 14H10V20.5H3.5ZM14 14H20.5V20.5H14Z' },
  list: {
    lines: 'M9 5.5H21M9 12H21M9 18.5H21',
    dots: [
      [4, 5.5, 1.5],
      [4, 12, 1.5],
      [4, 18.5, 1.5],
    ],
  },
  warning: {
    lines: 'M10.3 3.8L2.3 18A2 2 0 0 0 4 21H20A2 2 0 0 0 21.7 18L13.7 3.8A2 2 0 0 0 10.3 3.8ZM12 9V13.5',
    dots: [[12, 17.2, 1.3]],
  },
  'no-connection': {
    lines:
      'M3.5 2.5L20.5 21.5M2 9.5A15 15 0 0 1 5.8 6.9M10.2 5.4A15 15 0 0 1 22 9.5M5.8 13.6A9.5 9.5 0 0 1 9.6 11.4M15.2 11.8A9.5 9.5 0 0 1 18.2 13.6',
    dots: [[12, 18.5, 1.8]],
  },
} as const satisfies Readonly<Record<string, Drawing>>;

export type UiIconName = keyof typeof uiDrawings;
