/** Colour arithmetic for the board: readable text on any colour (WCAG 2.2, relative luminance). */

export type Colour = `#${string}`;

/** The two text colours of the product. On any background one of them has a contrast of at least 4.5:1. */
export const darkInk = '#10141a';
export const lightInk = '#ffffff';

function channelsOf(colour: Colour): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminanceOf(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrastOf(a: Colour, b: Colour): number {
  const [lighter, darker] = [luminanceOf(a), luminanceOf(b)].toSorted((x, y) => y - x);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** The colour that a viewer sees when `colour` lies over `surface` with this opacity, from 0 to 1. */
export function blend(colour: Colour, surface: Colour, opacity: number): Colour {
  const below = channelsOf(surface);
  const mixed = channelsOf(colour).map((channel, index) =>
    Math.round(channel * opacity + (below[index] ?? 0) * (1 - opacity)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The text colour with the higher contrast on a background. */
export function inkOn(colour: Colour): typeof darkInk | typeof lightInk {
  return contrastOf(colour, darkInk) >= contrastOf(colour, lightInk) ? darkInk : lightInk;
}
