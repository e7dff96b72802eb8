/** Colour arithmetic for the board: readable text on any colour (WCAG 2.2, relative luminance). */

export type Colour = `#${string}`;

/** The two text colours of the product. On any background one of them has a contrast of at least 4.5:1. */
export const darkInk = '#10141a';
export const lightInk = '#ffffff';
/** The text colour of calm rooms at night. White would shine more than their colours themselves. */
export const nightInk = '#c0c7d0';

type Channels = readonly [red: number, green: number, blue: number];

/** The channels of a colour, from 0 to 255. */
function bytesOf(colour: Colour): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The channels of a colour in linear light, from 0 to 1. */
export function channelsOf(colour: Colour): Channels {
  const [red, green, blue] = bytesOf(colour);
  return [lightOf(red), lightOf(green), lightOf(blue)];
}

function lightOf(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The colour with these channels in linear light, from 0 to 1. */
export function colourOf(channels: Channels): Colour {
  const shares = channels.map((light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  return hexadecimal(shares.map((share) => share * 255));
}

function hexadecimal(bytes: readonly number[]): Colour {
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of a colour, from 0 to 1. */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrastOf(a: Colour, b: Colour): number {
  const [lighter, darker] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The colour that a viewer sees when `colour` lies over `surface` with this opacity, from 0 to 1. */
export function blend(colour: Colour, surface: Colour, opacity: number): Colour {
  const below = bytesOf(surface);
  return hexadecimal(bytesOf(colour).map((byte, index) => byte * opacity + (below[index] ?? 0) * (1 - opacity)));
}

/** The text colour with the higher contrast on a background. */
export function inkOn(colour: Colour): typeof darkInk | typeof lightInk {
  return contrastOf(colour, darkInk) >= contrastOf(colour, lightInk) ? darkInk : lightInk;
}
