/** Reads the computed colours of the cards on a board. */
import type { Page } from '@playwright/test';

type Rgb = readonly [red: number, green: number, blue: number];

interface PartColours {
  readonly background: Rgb;
  readonly ink: Rgb;
  readonly text: string;
}

interface CardColours {
  readonly name: string;
  readonly surface: Rgb;
  readonly header: PartColours;
  readonly body: PartColours;
}

/** All cards in the order of the board. */
export function readCardColours(page: Page): Promise<CardColours[]> {
  return page.getByRole('article').evaluateAll((cards) => {
    const rgb = (text: string): [number, number, number] => {
      const [red = 0, green = 0, blue = 0, opacity = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      if (!text.startsWith('rgb') || opacity !== 1) throw new Error(`${text} is not an opaque colour`);
      return [red, green, blue];
    };
    const painted = (element: Element | null) => {
      if (element === null) throw new Error('a card has no such part');
      const { backgroundColor, color } = getComputedStyle(element);
      return { background: rgb(backgroundColor), ink: rgb(color), text: element.textContent };
    };
    return cards.map((card) => ({
      name: card.querySelector('h2')?.textContent ?? '',
      surface: rgb(getComputedStyle(card).backgroundColor),
      header: painted(card.querySelector(':scope > header')),
      body: painted(card.querySelector(':scope > div')),
    }));
  });
}

/** `#rrggbb` as channels. */
export function channelsOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}

/** 70% of a colour over a background, not rounded. */
export function blendSeventyPercent(colour: Rgb, beneath: Rgb): Rgb {
  const mix = (at: 0 | 1 | 2): number => colour[at] * 0.7 + beneath[at] * 0.3;
  return [mix(0), mix(1), mix(2)];
}

/** The largest difference in a channel, of 255. */
export function maxChannelDifference(a: Rgb, b: Rgb): number {
  return Math.max(...a.map((channel, at) => Math.abs(channel - (b[at] ?? 0))));
}

/** Contrast ratio of two colours (WCAG 2.2), 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
