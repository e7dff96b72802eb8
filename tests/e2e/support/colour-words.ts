/** The colour names of the specification's status table, as areas of the colour space. */

type Range = readonly [min: number, max: number];

/** Hue in degrees, saturation and lightness in percent (CSS hsl). */
interface Area {
  readonly hue?: Range;
  readonly saturation: Range;
  readonly lightness: Range;
}

const vivid: Range = [40, 100];

const areas = {
  'dark grey': { saturation: [0, 15], lightness: [20, 45] },
  'light grey': { saturation: [0, 15], lightness: [75, 93] },
  'near black': { saturation: [0, 15], lightness: [0, 10] },
  'grey-blue': { hue: [200, 225], saturation: [15, 45], lightness: [45, 70] },
  green: { hue: [100, 160], saturation: vivid, lightness: [20, 60] },
  'dark red': { hue: [-10, 10], saturation: vivid, lightness: [15, 35] },
  red: { hue: [-10, 12], saturation: vivid, lightness: [40, 60] },
  yellow: { hue: [42, 62], saturation: vivid, lightness: [45, 70] },
  orange: { hue: [20, 40], saturation: vivid, lightness: [45, 65] },
  blue: { hue: [205, 235], saturation: vivid, lightness: [35, 60] },
  'light blue': { hue: [190, 220], saturation: vivid, lightness: [65, 85] },
  'very dark blue': { hue: [215, 245], saturation: vivid, lightness: [5, 18] },
  indigo: { hue: [240, 260], saturation: vivid, lightness: [20, 40] },
  violet: { hue: [255, 275], saturation: vivid, lightness: [60, 80] },
  purple: { hue: [270, 290], saturation: vivid, lightness: [30, 50] },
  'dark purple': { hue: [260, 285], saturation: vivid, lightness: [15, 30] },
  mauve: { hue: [265, 295], saturation: [25, 60], lightness: [65, 85] },
  plum: { hue: [300, 325], saturation: [30, 60], lightness: [35, 60] },
  brown: { hue: [15, 35], saturation: [35, 70], lightness: [25, 45] },
} as const satisfies Record<string, Area>;

type ColourName = keyof typeof areas;

/** A code that is not in the table. */
const unknownCode = 99;

/** The colour name that the specification gives each status code (section 4). The codes 16 and 17 have none. */
export const specifiedColours: ReadonlyMap<number, ColourName> = new Map([
  [-1, 'dark grey'],
  [0, 'green'],
  [1, 'dark red'],
  [2, 'yellow'],
  [3, 'orange'],
  [4, 'blue'],
  [5, 'green'],
  [6, 'light blue'],
  [7, 'purple'],
  [8, 'mauve'],
  [9, 'brown'],
  [10, 'plum'],
  [11, 'indigo'],
  [12, 'violet'],
  [13, 'red'],
  [14, 'very dark blue'],
  [15, 'orange'],
  [19, 'near black'],
  [20, 'dark purple'],
  [24, 'grey-blue'],
  [unknownCode, 'light grey'],
]);

/** Whether the colour matches its name. Channels from 0 to 255. */
export function isColourNamed(name: ColourName, [red, green, blue]: readonly [number, number, number]): boolean {
  const area: Area = areas[name];
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = max - min;
  const lightness = (max + min) / 510;
  const saturation = spread === 0 ? 0 : spread / 255 / (1 - Math.abs(2 * lightness - 1));
  return (
    isIn(area.saturation, saturation * 100) &&
    isIn(area.lightness, lightness * 100) &&
    (area.hue === undefined || isIn(area.hue, hueOf(red, green, blue)) || isIn(area.hue, hueOf(red, green, blue) - 360))
  );
}

function hueOf(red: number, green: number, blue: number): number {
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (max === min) return 0;
  const part = (a: number, b: number): number => (60 * (a - b)) / (max - min);
  if (max === red) return (part(green, blue) + 360) % 360;
  return max === green ? part(blue, red) + 120 : part(red, green) + 240;
}

function isIn([min, max]: Range, value: number): boolean {
  return value >= min && value <= max;
}
