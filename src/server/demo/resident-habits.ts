/** How the invented residents of the demo live: where they stay, for how long, and what comes next. */

export type ResidentState =
  | 'in-bed'
  | 'lying-unchanged'
  | 'getting-up'
  | 'edge-of-bed'
  | 'out-of-bed'
  | 'in-bathroom'
  | 'in-chair'
  | 'rising-from-chair'
  | 'out-of-room'
  | 'coming-back'
  | 'in-view'
  | 'fallen'
  | 'staff-in'
  | 'staff-out'
  | 'camera-lost'
  | 'camera-back';

/** Least and most, in minutes. */
type Stay = readonly [least: number, most: number];
/** What comes next, and how often, by day and by night, against the others in the list. */
type Way = readonly [to: ResidentState, byDay: number, byNight: number];

export interface Habit {
  /** Room status code that the room's device reports. */
  readonly status: number;
  /** Share of its reports that change the room's state without a notification. */
  readonly quiet: number;
  readonly day: Stay;
  readonly night: Stay;
  readonly ways: readonly [Way, ...Way[]];
}

// oxfmt-ignore
export const residentHabits: Readonly<Record<ResidentState, Habit>> = {
  'in-bed':            { status: 5,  quiet: 0.85, day: [10, 50],   night: [35, 140],  ways: [['getting-up', 80, 70], ['staff-in', 14, 14], ['lying-unchanged', 3, 10], ['camera-lost', 3, 3]] },
  'lying-unchanged':   { status: 19, quiet: 0,    day: [2, 8],     night: [2, 10],    ways: [['staff-in', 1, 1]] },
  'getting-up':        { status: 10, quiet: 0,    day: [0.15, 1],  night: [0.15, 1],  ways: [['edge-of-bed', 70, 60], ['in-bed', 20, 35], ['out-of-bed', 10, 5]] },
  'edge-of-bed':       { status: 2,  quiet: 0,    day: [0.3, 3],   night: [0.3, 4],   ways: [['out-of-bed', 80, 65], ['in-bed', 20, 35]] },
  'out-of-bed':        { status: 3,  quiet: 0,    day: [0.3, 2],   night: [0.3, 2],   ways: [['in-bathroom', 30, 45], ['in-chair', 25, 5], ['out-of-room', 20, 4], ['edge-of-bed', 15, 20], ['in-bed', 9, 24], ['fallen', 1, 2]] },
  'in-bathroom':       { status: 6,  quiet: 0.5,  day: [3, 14],    night: [2, 9],     ways: [['out-of-bed', 97, 97], ['staff-in', 3, 3]] },
  'in-chair':          { status: 15, quiet: 0.4,  day: [8, 45],    night: [3, 15],    ways: [['rising-from-chair', 85, 90], ['staff-in', 15, 10]] },
  'rising-from-chair': { status: 9,  quiet: 0,    day: [0.1, 0.5], night: [0.1, 0.5], ways: [['out-of-bed', 80, 90], ['in-chair', 20, 10]] },
  'out-of-room':       { status: 4,  quiet: 0.3,  day: [10, 60],   night: [2, 8],     ways: [['coming-back', 1, 1]] },
  'coming-back':       { status: 16, quiet: 1,    day: [0.1, 0.4], night: [0.1, 0.4], ways: [['in-view', 60, 30], ['out-of-bed', 40, 70]] },
  'in-view':           { status: 8,  quiet: 0.7,  day: [0.5, 6],   night: [0.5, 3],   ways: [['in-chair', 60, 10], ['out-of-bed', 40, 90]] },
  'fallen':            { status: 1,  quiet: 0,    day: [0.6, 3.5], night: [0.6, 3.5], ways: [['staff-in', 1, 1]] },
  'staff-in':          { status: 11, quiet: 0,    day: [1, 10],    night: [1, 8],     ways: [['staff-out', 1, 1]] },
  'staff-out':         { status: 24, quiet: 0,    day: [0.1, 0.7], night: [0.1, 0.7], ways: [['in-bed', 60, 97], ['in-chair', 40, 3]] },
  'camera-lost':       { status: 12, quiet: 0,    day: [2, 12],    night: [2, 12],    ways: [['camera-back', 1, 1]] },
  'camera-back':       { status: -1, quiet: 1,    day: [0.2, 0.8], night: [0.2, 0.8], ways: [['in-bed', 1, 1]] },
};
