/** The colour names of the specification's status table, each with its area of the colour space. */

type Range = readonly [min: number, max: number];

/** The area of a colour: hue in degrees, saturation and lightness in percent (CSS hsl). */
interface Area {
  readonly name: string;
  /**
   * The status codes that have this colour in the specification (section 4). Code 99 is not in its table; codes 16 and
   * 17 have no colour there.
   */
  readonly codes: readonly number[];
  readonly hue?: Range;
  readonly saturation: Range;
  readonly lightness: Range;
}

const vivid: Range = [40, 100];

const areas: readonly Area[] = [
  { name: 'dark grey', codes: [-1], saturation: [0, 15], lightness: [20, 45] },
  { name: 'light grey', codes: [99], saturation: [0, 15], lightness: [75, 93] },
  { name: 'near black', codes: [19], saturation: [0, 15], lightness: [0, 10] },
  { name: 'grey-blue', codes: [24], hue: [200, 225], saturation: [15, 45], lightness: [45, 70] },
  { name: 'green', codes: [0, 5], hue: [100, 160], saturation: vivid, lightness: [20, 60] },
  { name: 'dark red', codes: [1], hue: [-10, 10], saturation: vivid, lightness: [15, 35] },
  { name: 'red', codes: [13], hue: [-10, 12], saturation: vivid, lightness: [40, 60] },
  { name: 'yellow', codes: [2], hue: [42, 62], saturation: vivid, lightness: [45, 70] },
  { name: 'orange', codes: [3, 15], hue: [20, 40], saturation: vivid, lightness: [45, 65] },
  { name: 'blue', codes: [4], hue: [205, 235], saturation: vivid, lightness: [35, 60] },
  { name: 'light blue', codes: [6], hue: [190, 220], saturation: vivid, lightness: [65, 85] },
  { name: 'very dark blue', codes: [14], hue: [215, 245], saturation: vivid, lightness: [5, 18] },
  { name: 'indigo', codes: [11], hue: [240, 260], saturation: vivid, lightness: [20, 40] },
  { name: 'violet', codes: [12], hue: [255, 275], saturation: vivid, lightness: [60, 80] },
  { name: 'purple', codes: [7], hue: [270, 290], saturation: vivid, lightness: [30, 50] },
  { name: 'dark purple', codes: [20], hue: [260, 285], saturation: vivid, lightness: [15, 30] },
  { name: 'mauve', codes: [8], hue: [265, 295], saturation: [25, 60], lightness: [65, 85] },
  { name: 'plum', codes: [10], hue: [300, 325], saturation: [30, 60], lightness: [35, 60] },
  { name: 'brown', codes: [9], hue: [15, 35], saturation: [35, 70], lightness: [25, 45] },
];

/**
 * Returns the colour name of the specification if the given colour does not match that name. Channels from 0 to 255.
 */
export function missedColourName(code: number, colour: readonly [number, number, number]): string | undefined {
  const area = areas.find(({ codes }) => codes.includes(code));
  return area === undefined || isWithin(area, colour) ? undefined : area.name;
}

function isWithin(area: Area, [red, green, blue]: readonly [number, number, number]): boolean {
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
