import type { Page } from '@playwright/test';
import { blendColours, chooseTextColour, type Colour, nightTextColour } from '../../../src/domain/colour.ts';
import { languages } from '../../../src/domain/language.ts';
import { roomStatuses, statusOfCode } from '../../../src/domain/room-status.ts';
import { catalogues } from '../../support/catalogues.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

/** The statuses of the rooms: one room for each code of the table, and one with a code that is not in the table. */
const statuses = [...roomStatuses, statusOfCode(99)];
const roomOf = (code: number): string => `Room ${code + 1}`;

test('[STATUS-1] [STATUS-2] [STATUS-4] [STATUS-5] [WARD-3] [WARD-4] each status has its colour, readable text and a name in every language, and an unknown code is logged once', async ({
  page,
  createWard,
  console,
}) => {
  const ward = await createWard(statuses.map(({ code }) => roomOf(code)));
  for (const { code } of statuses) await ward.report(roomOf(code), code);
  await openBoard(page, ward);
  for (const [colorScheme, surface] of [
    ['light', '#ffffff'],
    ['dark', '#171c24'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { status, card } of await paintedCards(page)) {
      const where = `code ${status.code}, ${colorScheme}`;
      const isShade = colorScheme === 'dark' && status.priority === 'information';
      const colour = isShade ? status.night : status.colour;
      const soft = blendColours(colour, surface, 0.7);
      expect(card.header, where).toMatchObject(paintOf(colour, isShade ? nightTextColour : chooseTextColour(colour)));
      expect(card.body, where).toMatchObject(paintOf(soft, isShade ? nightTextColour : chooseTextColour(soft)));
    }
  }
  // English comes last, because choosing the current language would not switch the language.
  for (const { code: language, name } of languages.toSorted((a) => (a.code === 'en' ? 1 : -1))) {
    const { status: names, room, streams } = catalogues[language];
    await chooseLanguage(page, name);
    await expect(page.getByRole('list', { name: streams.rooms })).toBeVisible();
    for (const { status, card } of await paintedCards(page)) {
      // The card contains the status name twice: as room status and as last notification.
      expect(card.header.text).toBe(card.name + names[status.name]);
      expect(card.body.text).toMatch(
        new RegExp(`^${room.last_notification}.*\\d\\d:\\d\\d:\\d\\d${names[status.name]}$`),
      );
    }
  }
  expect(console.splice(0)).toEqual([`Unknown room status code 99 of ${roomOf(99)}`]);
});

/** The computed colours of a background and of the text on it. */
function paintOf(background: Colour, ink: Colour) {
  const cssOf = (colour: Colour) => `rgb(${channelsOf(colour).join(', ')})`;
  return { background: cssOf(background), ink: cssOf(ink) };
}

/** The statuses, each with the computed colours and the text of both parts of its card. */
async function paintedCards(page: Page) {
  await expect(page.getByRole('article')).toHaveCount(statuses.length);
  const cards = await page.getByRole('article').evaluateAll((articles) => {
    const painted = (element: Element | null) => {
      if (element === null) throw new Error('a card has no header or no body');
      const { backgroundColor: background, color: ink } = getComputedStyle(element);
      return { background, ink, text: element.textContent };
    };
    return articles.map((card) => ({
      name: card.querySelector('h2')?.textContent ?? '',
      header: painted(card.querySelector(':scope > header')),
      body: painted(card.querySelector(':scope > div')),
    }));
  });
  return statuses.map((status) => {
    const card = cards.find(({ name }) => name === roomOf(status.code));
    if (card === undefined) throw new Error(`there is no card for the code ${status.code}`);
    return { status, card };
  });
}

/** Converts `#rrggbb` to three channels from 0 to 255. */
function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [red, green, blue];
}
