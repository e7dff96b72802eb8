/** The darker shade of a colour for rooms that are calm, so that a board does not light the corridor at night. */
import { channelsOf, type Colour, colourOf } from './colour.ts';

/** The text colour on every night shade. White would shine more than the shades themselves. */
export const nightInk = '#c0c7d0';

/**
 * The shade has the hue of the colour, and 37% of its lightness on top of a small base that keeps dark colours visible.
 * The shades then differ from each other in the same order as the colours. See decision 073.
 */
export function nightShade(colour: Colour): Colour {
  const [lightness, a, b] = oklabOf(colour);
  // Not every chroma exists at a low lightness. The highest share that sRGB has is taken, so that the hue stays.
  const shades = chromaShares.map((share) => channelsOfOklab([0.04 + 0.37 * lightness, a * share, b * share]));
  return colourOf(shades.find(isInGamut) ?? [0, 0, 0]);
}

const chromaShares = Array.from({ length: 46 }, (_, index) => 0.9 - index * 0.02);

type Triple = readonly [number, number, number];

/** Lightness from 0 to 1, and the two axes of hue and chroma (https://bottosson.github.io/posts/oklab/). */
export function oklabOf(colour: Colour): Triple {
  const [red, green, blue] = channelsOf(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function channelsOfOklab([lightness, a, b]: Triple): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isInGamut(channels: Triple): boolean {
  return channels.every((channel) => channel >= 0 && channel <= 1);
}
