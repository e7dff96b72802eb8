import type { StatusIcon } from '../../../domain/room-status.ts';
import type { Drawing } from './drawing.ts';

/** The icons of the statuses. They differ in their outline, so that they can be told apart from a distance. */
export const statusDrawings: Readonly<Record<StatusIcon, Drawing>> = {
  initializing: {
    lines: 'M5 2.5H19M5 21.5H19M7 2.5V6C7 9 11 9.5 11 12S7 15 7 18V21.5M17 2.5V6C17 9 13 9.5 13 12S17 15 17 18V21.5',
  },
  'in-bed': {
    lines: 'M2 5.5V19.5M2 16.5H22M22 19.5V14.5A3.5 3.5 0 0 0 18.5 11H12A1.5 1.5 0 0 0 10.5 12.5V16.5',
    dots: [[6.4, 12.2, 2.3]],
  },
  'man-down': {
    lines: 'M2 21.5H22M7.4 9L12 15.2L17 12.2L20.5 7.5M12 15.2L18.2 17.2M8 9.9L13.7 6.8M8 9.9L3 13.5',
    dots: [[5, 4.6, 2.6]],
  },
  'edge-of-bed': {
    lines: 'M2 6V20.5M2 16.5H14.5V20.5M12.5 8.5V13H18.5V20H21M12.5 8.8L8.8 13',
    dots: [[12.5, 3.9, 2.5]],
  },
  'out-of-bed': {
    lines: 'M2 9V20.5M2 16H8.5V20.5M16.5 8.5V14L13.5 20.5M16.5 14L19.5 20.5M12.5 12L16.5 8.5L20.5 12',
    dots: [[16.5, 3.9, 2.5]],
  },
  'in-bathroom': {
    lines:
      'M4 11V3.5A1 1 0 0 1 5 2.5H7.5A1 1 0 0 1 8.5 3.5V11M4 11H20.5C20.5 15 18 17.5 14.5 18V21.5H8V17.5C5.5 16.5 4 14 4 11Z',
  },
  'bed-not-detected': {
    lines:
      'M2 8V20.5M2 17.5H22M22 20.5V16A3 3 0 0 0 19 13H8.5A1.5 1.5 0 0 0 7 14.5V17.5M11.5 2.5L17.5 8.5M17.5 2.5L11.5 8.5',
  },
  person: {
    lines: 'M6.7 14.5V11.5A3 3 0 0 1 9.7 8.5H14.3A3 3 0 0 1 17.3 11.5V14.5M10 12.5V21.5M14 12.5V21.5',
    dots: [[12, 4, 2.6]],
  },
  'getting-up-in-bed': {
    lines: 'M2 6V20.5M2 17.5H22V20.5M8 9L9.5 13.8H20M8.8 10.5L13.5 11',
    dots: [[7.5, 4.4, 2.5]],
  },
  staff: {
    lines: 'M3.5 21.5V18A6.5 6.5 0 0 1 10 11.5H14A6.5 6.5 0 0 1 20.5 18V21.5M12 14.8V20.8M9 17.8H15',
    dots: [[12, 5.3, 3.5]],
  },
  intruder: {
    lines:
      'M5.5 8.7A6.5 6.5 0 0 1 18.5 8.7V11.7A6.5 6.5 0 0 1 5.5 11.7ZM5.5 7.8H18.5M5.5 13.2H18.5M2.5 22A7 7 0 0 1 6 17.4M21.5 22A7 7 0 0 0 18 17.4',
    dots: [
      [9.3, 10.5, 1.3],
      [14.7, 10.5, 1.3],
    ],
  },
  'lying-unchanged': {
    lines: 'M2 9.5V21M2 18H22V21M10.8 14.5H22M12.4 6.5A4.6 4.6 0 0 1 21.6 6.5A4.6 4.6 0 0 1 12.4 6.5ZM17 4.5V6.7H18.7',
    dots: [[6.4, 13.9, 2.3]],
  },
  question: {
    lines: 'M2.5 12A9.5 9.5 0 0 1 21.5 12A9.5 9.5 0 0 1 2.5 12ZM9.2 9.3A2.9 2.9 0 1 1 13.5 11.8C12.5 12.4 12 13 12 14',
    dots: [[12, 17.3, 1.3]],
  },
};
