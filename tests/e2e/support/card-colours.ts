/** Reads the computed colours of the cards on a board. */
import type { Page } from '@playwright/test';

interface PartColours {
  /** `rgb(…)`, opaque. */
  readonly background: string;
  readonly ink: string;
  readonly text: string;
}

interface CardColours {
  readonly name: string;
  readonly header: PartColours;
  readonly body: PartColours;
}

/** All cards in the order of the board. */
export function readCardColours(page: Page): Promise<CardColours[]> {
  return page.getByRole('article').evaluateAll((cards) => {
    const painted = (element: Element | null) => {
      if (element === null) throw new Error('a card has no such part');
      const { backgroundColor, color } = getComputedStyle(element);
      return { background: backgroundColor, ink: color, text: element.textContent };
    };
    return cards.map((card) => ({
      name: card.querySelector('h2')?.textContent ?? '',
      header: painted(card.querySelector(':scope > header')),
      body: painted(card.querySelector(':scope > div')),
    }));
  });
}

/** `#rrggbb` as channels. */
export function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}
