import { statusOfCode } from '../../../src/domain/room-status.ts';
import { languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../../src/web/language/catalogues.ts';
import type { Page } from '@playwright/test';
import { chooseLanguage } from '../support/language-menu.ts';
import { isColourNamed } from '../support/colour-words.ts';
import { expect, openBoard, test, type TestWard } from '../support/test-ward.ts';
import {
  channelsOf,
  contrast,
  maxChannelDifference,
  readCardColours,
  blendSeventyPercent,
  type CardColours,
} from '../support/card-colours.ts';
import { sharedIcons, statusTable, unknownStatus } from '../support/status-table.ts';

/** The board has a room for each code. The last one has a code that is not in the table. */
const rows = [...statusTable, unknownStatus];
const roomOf = (code: number): string => `Room ${code + 1}`;
const warning = `Unknown room status code 99 of ${roomOf(99)}`;

let ward: TestWard;
test.beforeEach(async ({ createWard, report }) => {
  ward = await createWard(rows.map(({ code }) => roomOf(code)));
  for (const { code } of rows) await report(ward.uuidOf(roomOf(code)), code);
});

/** Each row of the table with the card of its room. */
async function paintedRows(page: Page) {
  await expect(page.getByRole('article')).toHaveCount(rows.length);
  const cards = new Map((await readCardColours(page)).map((card) => [card.name, card]));
  return rows.map((row) => {
    const card = cards.get(roomOf(row.code));
    if (card === undefined) throw new Error(`there is no card for the code ${row.code}`);
    return { row, card };
  });
}

test('[STATUS-1] [STATUS-2] [STATUS-5] [WARD-4] each status has its colour and readable text on the card in both themes', async ({
  page,
  console,
}) => {
  await openBoard(page, ward);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { row, card } of await paintedRows(page)) {
      const where = `code ${row.code}, ${colorScheme}`;
      const colour = channelsOf(statusOfCode(row.code).colour);
      expect(card.header.background, where).toEqual(colour);
      expect(
        maxChannelDifference(card.body.background, blendSeventyPercent(colour, card.surface)),
        where,
      ).toBeLessThanOrEqual(0.51);
      if (row.colour !== undefined) expect(isColourNamed(row.colour, colour), `${where} is ${row.colour}`).toBe(true);
      for (const { background, ink } of [card.header, card.body]) {
        expect(contrast(background, ink), where).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
  expect(console.splice(0)).toEqual([warning]);
});

test(
  '[STATUS-3] each status shows its icon, four pairs share one, and statuses without an icon show a question mark',
  { tag: '@wide' },
  async ({ page, console }) => {
    await openBoard(page, ward);
    const icons = new Map((await paintedRows(page)).map(({ row, card }) => [row.code, card.icon]));
    const question = icons.get(unknownStatus.code);
    expect(question).toContain('path');
    for (const { code, hasIcon } of statusTable) {
      expect(icons.get(code) === question, `a question mark for code ${code}`).toBe(!hasIcon);
    }
    for (const [one, other] of sharedIcons) expect(icons.get(one)).toBe(icons.get(other));
    const drawn = statusTable.filter(({ hasIcon }) => hasIcon);
    expect(new Set(drawn.map(({ code }) => icons.get(code))).size).toBe(drawn.length - sharedIcons.length);
    expect(console.splice(0)).toEqual([warning]);
  },
);

test(
  '[STATUS-4] [WARD-3] [STATUS-2] each status has its name on the card in every language, and an unknown code is logged once',
  { tag: '@wide' },
  async ({ page, console }) => {
    await openBoard(page, ward);
    for (const { row, card } of await paintedRows(page)) expectStatusName(card, row.word);
    for (const { code: language, name } of languages.toSorted((a) => (a.code === 'en' ? 1 : -1))) {
      const { status, room, streams } = catalogues[language].translation;
      await chooseLanguage(page, name);
      await expect(page.getByRole('list', { name: streams.rooms })).toBeVisible();
      for (const { row, card } of await paintedRows(page)) {
        const word = Object.entries(status).find(([key]) => key === row.name)?.[1];
        expectStatusName(card, word ?? `no word for ${row.name} in ${language}`);
        expect(card.body.text).toContain(room.last_notification);
      }
    }
    expect(console.splice(0)).toEqual([warning]);
  },
);

/** The card shows the status name twice: as room status and as last notification. */
function expectStatusName(card: CardColours, word: string): void {
  expect(card.header.text).toBe(card.name + word);
  expect(card.body.text).toMatch(new RegExp(`\\d\\d:\\d\\d:\\d\\d${word}$`));
}
