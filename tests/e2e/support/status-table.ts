/** The status table of the specification (section 4), independent of the table in `domain`, to compare with. */
import type { ColourName } from './colour-words.ts';

interface StatusRow {
  readonly code: number;
  /** Name in the message catalogue. */
  readonly name: string;
  /** English text on the board. */
  readonly word: string;
  /** The colour name of the specification. Undefined if it has none. */
  readonly colour: ColourName | undefined;
  readonly hasIcon: boolean;
}

export const statusTable: readonly StatusRow[] = [
  row(-1, 'initializing', 'Starting up', 'dark grey', true),
  row(0, 'all_clear', 'All clear', 'green', true),
  row(1, 'man_down', 'Fall detected', 'dark red', true),
  row(2, 'soeb', 'On edge of bed', 'yellow', true),
  row(3, 'out_of_bed', 'Out of bed', 'orange', true),
  row(4, 'out_of_room', 'Left the room', 'blue', false),
  row(5, 'in_bed', 'In bed', 'green', true),
  row(6, 'in_bathroom', 'Bathroom', 'light blue', true),
  row(7, 'bed_not_detected', 'Bed not detected', 'purple', true),
  row(8, 'person_visible', 'Person visible', 'mauve', true),
  row(9, 'getting_up_from_chair', 'Leaving chair', 'brown', true),
  row(10, 'getting_up_in_bed', 'Getting up in bed', 'plum', true),
  row(11, 'staff_entering_room', 'Staff entering', 'indigo', true),
  row(12, 'camera_unreachable', 'Camera unreachable', 'violet', false),
  row(13, 'hallway_wander', 'Wandering in hallway', 'red', false),
  row(14, 'intruder_detected', 'Intruder', 'very dark blue', true),
  row(15, 'not_in_bed', 'Not in bed', 'orange', true),
  row(16, 'entering_room', 'Entering room', undefined, false),
  row(17, 'sitting_on_floor', 'Seated on floor', undefined, false),
  row(19, 'lying_position_unchanged', 'Lying unchanged', 'near black', true),
  row(20, 'unauthorized_access', 'Unauthorized access', 'dark purple', false),
  row(24, 'staff_exiting_room', 'Staff leaving', 'grey-blue', true),
];

/** A code that is not in the table. */
export const unknownStatus: StatusRow = row(99, 'unknown', 'Status unknown', 'light grey', false);

/** Codes that share one icon. */
export const sharedIcons: readonly (readonly [number, number])[] = [
  [0, 5],
  [3, 15],
  [8, 9],
  [11, 24],
];

function row(code: number, name: string, word: string, colour: ColourName | undefined, hasIcon: boolean): StatusRow {
  return { code, name, word, colour, hasIcon };
}
