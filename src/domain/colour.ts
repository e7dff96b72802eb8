/** Colour arithmetic for the board: readable text on any colour (WCAG 2.2, relative luminance). */

export type Colour = `#${string}`;

/** The two text colours of the product. On any background one of them has a contrast of at least 4.5:1. */
export const darkTextColour = '#10141a';
export const lightTextColour = '#ffffff';
/** The text colour of calm rooms at night. White would be brighter than the colours of these rooms. */
export const nightTextColour = '#c0c7d0';

type Channels = readonly [red: number, green: number, blue: number];

/** The red, green and blue of a colour, each from 0 to 255. */
function channelBytesOf(colour: Colour): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The red, green and blue of a colour in linear light, each from 0 to 1. */
export function rgbOf(colour: Colour): Channels {
  const [red, green, blue] = channelBytesOf(colour);
  return [toLinearLight(red), toLinearLight(green), toLinearLight(blue)];
}

function toLinearLight(byte: number): number {
  const channel = byte / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** The colour with this red, green and blue in linear light, each from 0 to 1. */
export function colourOf(channels: Channels): Colour {
  const encoded = channels.map((light) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
  return hexadecimal(encoded.map((channel) => channel * 255));
}

function hexadecimal(bytes: readonly number[]): Colour {
  return `#${bytes.map((byte) => Math.round(byte).toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of a colour, from 0 to 1. */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = rgbOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrastOf(a: Colour, b: Colour): number {
  const [lighter, darker] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The colour that a viewer sees when `colour` lies over `surface` with this opacity, from 0 to 1. */
export function blendColours(colour: Colour, surface: Colour, opacity: number): Colour {
  const below = channelBytesOf(surface);
  return hexadecimal(channelBytesOf(colour).map((byte, index) => byte * opacity + (below[index] ?? 0) * (1 - opacity)));
}

/** The text colour with the higher contrast on a background. */
export function chooseTextColour(colour: Colour): typeof darkTextColour | typeof lightTextColour {
  return contrastOf(colour, darkTextColour) >= contrastOf(colour, lightTextColour) ? darkTextColour : lightTextColour;
}
