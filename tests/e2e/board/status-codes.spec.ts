import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { roomStatuses, statusOfCode } from '../../../src/domain/room-status.ts';
import { catalogues } from '../../../src/web/language/catalogues.ts';
import {
  blendSeventyPercent,
  channelsOf,
  contrast,
  maxChannelDifference,
  readCardColours,
} from '../support/card-colours.ts';
import { isColourNamed, specifiedColours } from '../support/colour-words.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

/** The board has a room for each code. The last one has a code that is not in the table. */
const statuses = [...roomStatuses, statusOfCode(99)];
const roomOf = (code: number): string => `Room ${code + 1}`;

test('[STATUS-1] [STATUS-2] [STATUS-4] [STATUS-5] [WARD-3] [WARD-4] each status has its colour and readable text on the card in both themes, its name in every language, and an unknown code is logged once', async ({
  page,
  createWard,
  report,
  console,
}) => {
  const ward = await createWard(statuses.map(({ code }) => roomOf(code)));
  for (const { code } of statuses) await report(ward.uuidOf(roomOf(code)), code);
  await openBoard(page, ward);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { status, card } of await paintedCards(page)) {
      const where = `code ${status.code}, ${colorScheme}`;
      const colour = channelsOf(status.colour);
      const difference = maxChannelDifference(card.body.background, blendSeventyPercent(colour, card.surface));
      const name = specifiedColours.get(status.code);
      expect(card.header.background, where).toEqual(colour);
      expect(difference, where).toBeLessThanOrEqual(0.51);
      if (name !== undefined) expect(isColourNamed(name, colour), `${where} is ${name}`).toBe(true);
      for (const { background, ink } of [card.header, card.body]) {
        expect(contrast(background, ink), where).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
  // English last, so that each turn switches the language.
  for (const { code: language, name } of languages.toSorted((a) => (a.code === 'en' ? 1 : -1))) {
    const { status: names, room, streams } = catalogues[language].translation;
    await chooseLanguage(page, name);
    await expect(page.getByRole('list', { name: streams.rooms })).toBeVisible();
    for (const { status, card } of await paintedCards(page)) {
      // The card shows the status name twice: as room status and as last notification.
      expect(card.header.text).toBe(card.name + names[status.name]);
      expect(card.body.text).toMatch(
        new RegExp(`^${room.last_notification}.*\\d\\d:\\d\\d:\\d\\d${names[status.name]}$`),
      );
    }
  }
  expect(console.splice(0)).toEqual([`Unknown room status code 99 of ${roomOf(99)}`]);
});

/** Each status with the card of its room. */
async function paintedCards(page: Page) {
  await expect(page.getByRole('article')).toHaveCount(statuses.length);
  const cards = new Map((await readCardColours(page)).map((card) => [card.name, card]));
  return statuses.map((status) => {
    const card = cards.get(roomOf(status.code));
    if (card === undefined) throw new Error(`there is no card for the code ${status.code}`);
    return { status, card };
  });
}
