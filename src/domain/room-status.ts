/** The only list of room statuses: code on the wire, name, colour, icon and priority (specification, section 4). */

/** The urgency of a status. `technical`: the device does not observe the room now, so its state is unknown. */
export type StatusPriority = 'high' | 'medium' | 'technical' | 'information';

/** The names of the icons. `question` is for every status without its own icon. */
export type StatusIcon =
  | 'initializing'
  | 'in-bed'
  | 'man-down'
  | 'edge-of-bed'
  | 'out-of-bed'
  | 'in-bathroom'
  | 'bed-not-detected'
  | 'person'
  | 'getting-up-in-bed'
  | 'staff'
  | 'intruder'
  | 'lying-unchanged'
  | 'question';

interface StatusRow {
  readonly code: number;
  readonly name: string;
  /** The colour in sRGB, with six hexadecimal digits. */
  readonly colour: `#${string}`;
  /** The colour in a calm room at night: dark, and different from every colour of an urgent status (decision 111). */
  readonly night: `#${string}`;
  readonly icon: StatusIcon;
  readonly priority: StatusPriority;
}

export const roomStatuses = [
  { code: -1, name: 'initializing', colour: '#4e535a', night: '#13171c', icon: 'initializing', priority: 'technical' },
  { code: 0, name: 'all_clear', colour: '#11874b', night: '#002600', icon: 'in-bed', priority: 'information' },
  { code: 1, name: 'man_down', colour: '#73130d', night: '#280000', icon: 'man-down', priority: 'high' },
  { code: 2, name: 'soeb', colour: '#f5c539', night: '#4a3800', icon: 'edge-of-bed', priority: 'medium' },
  { code: 3, name: 'out_of_bed', colour: '#f6912c', night: '#4d2700', icon: 'out-of-bed', priority: 'medium' },
  { code: 4, name: 'out_of_room', colour: '#0e65d6', night: '#12348a', icon: 'question', priority: 'information' },
  { code: 5, name: 'in_bed', colour: '#11874b', night: '#002600', icon: 'in-bed', priority: 'information' },
  { code: 6, name: 'in_bathroom', colour: '#83d1fd', night: '#043e5f', icon: 'in-bathroom', priority: 'information' },
  {
    code: 7,
    name: 'bed_not_detected',
    colour: '#750eae',
    night: '#240139',
    icon: 'bed-not-detected',
    priority: 'technical',
  },
  { code: 8, name: 'person_visible', colour: '#bf9bdb', night: '#463841', icon: 'person', priority: 'information' },
  { code: 9, name: 'getting_up_from_chair', colour: '#834928', night: '#2d0f00', icon: 'person', priority: 'medium' },
  {
    code: 10,
    name: 'getting_up_in_bed',
    colour: '#9a4088',
    night: '#37012f',
    icon: 'getting-up-in-bed',
    priority: 'medium',
  },
  {
    code: 11,
    name: 'staff_entering_room',
    colour: '#2d1b89',
    night: '#041373',
    icon: 'staff',
    priority: 'information',
  },
  {
    code: 12,
    name: 'camera_unreachable',
    colour: '#ac7af4',
    night: '#3b026a',
    icon: 'question',
    priority: 'technical',
  },
  { code: 13, name: 'hallway_wander', colour: '#f42e16', night: '#4d0602', icon: 'question', priority: 'medium' },
  { code: 14, name: 'intruder_detected', colour: '#091238', night: '#01011e', icon: 'intruder', priority: 'high' },
  { code: 15, name: 'not_in_bed', colour: '#f6912c', night: '#4d2700', icon: 'out-of-bed', priority: 'medium' },
  { code: 16, name: 'entering_room', colour: '#69cfbe', night: '#073e2f', icon: 'question', priority: 'information' },
  { code: 17, name: 'sitting_on_floor', colour: '#eb4f81', night: '#520022', icon: 'question', priority: 'high' },
  {
    code: 19,
    name: 'lying_position_unchanged',
    colour: '#0f1011',
    night: '#030404',
    icon: 'lying-unchanged',
    priority: 'medium',
  },
  { code: 20, name: 'unauthorized_access', colour: '#391e5b', night: '#120027', icon: 'question', priority: 'medium' },
  { code: 24, name: 'staff_exiting_room', colour: '#718fb3', night: '#182e39', icon: 'staff', priority: 'information' },
] as const satisfies readonly StatusRow[];

export type RoomStatusName = (typeof roomStatuses)[number]['name'];

/** One row of the status table, or the substitute for a code that is not in the table. */
export interface RoomStatus extends StatusRow {
  readonly name: RoomStatusName | 'unknown';
}

const byCode = new Map<number, RoomStatus>(roomStatuses.map((row) => [row.code, row]));
const byName = new Map<string, RoomStatus>(roomStatuses.map((row) => [row.name, row]));

/** The specification has two names for code 1, a fall. */
const nameAliases = new Map([['fall_detected', 'man_down']]);

/** The row of a code. A code that is not in the status table gives a substitute row named `unknown`, in light grey. */
export function statusOfCode(code: number): RoomStatus {
  return (
    byCode.get(code) ?? {
      code,
      name: 'unknown',
      colour: '#dbdee1',
      night: '#3e4143',
      icon: 'question',
      priority: 'technical',
    }
  );
}

/** Whether staff have to look after the resident soon. */
export function isUrgent(code: number): boolean {
  return isHighPriority(code) || statusOfCode(code).priority === 'medium';
}

/** Whether staff have to go to the room at once, for example after a fall. */
export function isHighPriority(code: number): boolean {
  return statusOfCode(code).priority === 'high';
}

export function isKnownStatusCode(code: number): boolean {
  return byCode.has(code);
}

/** The row of a status name such as `out_of_bed`. Undefined: there is no such status. */
export function statusOfName(name: string): RoomStatus | undefined {
  return byName.get(nameAliases.get(name) ?? name);
}
