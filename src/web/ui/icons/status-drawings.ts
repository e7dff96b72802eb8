import type { StatusIcon } from '../../../domain/room-status.ts';
import type { Drawing } from './drawing.ts';

/**
 * One drawing for each meaning. They are told apart by silhouette, for they are read from the door:
 * whoever is safe lies level on a bed, whoever fell lies aslant on the bare floor.
 */
export const statusDrawings: Readonly<Record<StatusIcon, Drawing>> = {
  initializing: {
    lines: 'M6 2.5h12M6 21.5h12M7.5 2.5v3.6a4 4 0 0 0 1.4 3L12 12l3.1-2.9a4 4 0 0 0 1.4-3V2.5M7.5 21.5v-3.6a4 4 0 0 1 1.4-3L12 12l3.1 2.9a4 4 0 0 1 1.4 3v3.6',
  },
  'in-bed': {
    lines: 'M2 5.5V19.5M2 16.5H22M22 19.5V14.5A3.5 3.5 0 0 0 18.5 11H12A1.5 1.5 0 0 0 10.5 12.500V16.5',
    dots: [[6.4, 12.3, 2.2]],
  },
  'man-down': {
    lines: 'M2.5 21.500H21.500M8 9.500L12.5 15M12.5 15L16 11.500L20.5 12.500M12.5 15L17 17.500L21 16.500M8.5 10.500L3.5 12V17',
    dots: [[6.5, 5.2, 2.4]],
  },
  'edge-of-bed': {
    lines: 'M2 7.500V20.500M2 17H13.500V20.500M14.5 9V13.500H20V20.500M14.5 9',
    dots: [[14.5, 4.5, 2.4]],
  },
  'out-of-bed': {
    lines: 'M2 9.500V20.500M2 16.500H9V20.500M16.5 8.500V14L13.5 20.500M16.5 14L19.5 20.500M12.5 12L16.5 8.500L20.5 12',
    dots: [[16.5, 3.9, 2.3]],
  },
  'in-bathroom': {
    lines: 'M5 3h4.500v8.500M5 3v8.500h14.500a6 6 0 0 1-6 6H13l.8 3.500H8.500l.5-4.500a6 6 0 0 1-4-5',
  },
  'bed-not-detected': {
    lines: 'M2 7v12M2 16h9M16 16h6M22 19v-4.500a3.5 3.5 0 0 0-3.5-3.500H16M4 3L20 21',
  },
  person: {
    lines: 'M7 14.500V11.500A3 3 0 0 1 10 8.500H14A3 3 0 0 1 17 11.500V14.500M10.2 12.500V21M13.8 12.500V21',
    dots: [[12, 4, 2.6]],
  },
  'getting-up-in-bed': {
    lines: 'M2 6.500V20.500M2 17.500H22V20.500M8 9.500L9.5 14H19M9 10.500L13 11',
    dots: [[7.5, 5, 2.4]],
  },
  staff: {
    lines: 'M4 21.500V17.500A6 6 0 0 1 10 11.500H14A6 6 0 0 1 20 17.500V21.500M12 15V20M9.5 17.500H14.5',
    dots: [[12, 5.5, 3.4]],
  },
  intruder: {
    lines: 'M2 10.500H22M6 10.500L7.2 4.500A1.8 1.8 0 0 1 9.5 3.200L12 4L14.5 3.200A1.8 1.8 0 0 1 16.8 4.500L18 10.500M10 16.500A2 2 0 0 1 14 16.500M4 16.500a3 3 0 1 0 6 0a3 3 0 1 0-6 0M14 16.500a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  },
  'lying-unchanged': {
    lines: 'M2 11V21M2 18.500H22V21M10.5 15H22M17 2.500a4 4 0 1 0 .01 0M17 4.500V6.500L18.5 7.5',
    dots: [[6.2, 14.6, 2]],
  },
  question: {
    lines: 'M12 2.500a9.5 9.5 0 1 0 .01 0M9.2 9.300a2.9 2.9 0 1 1 4.3 2.500c-1 .6-1.5 1.2-1.5 2.2',
    dots: [[12, 17.3, 1.3]],
  },
};
