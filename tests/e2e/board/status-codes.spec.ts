import { statusOfCode } from '../../../src/domain/room-status.ts';
import { languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../../src/web/language/catalogues.ts';
import type { Page } from '@playwright/test';
import { isColourNamed } from '../support/colour-words.ts';
import { cardOf, expect, openBoard, test, type TestWard } from '../support/test-ward.ts';
import {
  channelsOf,
  contrast,
  maxChannelDifference,
  readCardColours,
  blendSeventyPercent,
  type CardColours,
} from '../support/card-colours.ts';
import { sharedIcons, statusTable, unknownStatus } from '../support/status-table.ts';

/** A board with a room for each code, in the order of the table; the unknown one is the last. */
const rows = [...statusTable, unknownStatus];
const roomOf = (code: number): string => `Room ${code + 1}`;
const warning = `Unknown room status code 99 of ${roomOf(99)}`;

let ward: TestWard;
test.beforeEach(async ({ createWard, report }) => {
  ward = await createWard(rows.map(({ code }) => roomOf(code)));
  for (const { code } of rows) await report(ward.uuidOf(roomOf(code)), code);
});

/** The board's cards, each with its row. */
async function paintedRows(page: Page) {
  await expect(page.getByRole('article')).toHaveCount(rows.length);
  const cards = new Map((await readCardColours(page)).map((card) => [card.name, card]));
  return rows.map((row) => {
    const card = cards.get(roomOf(row.code));
    if (card === undefined) throw new Error(`there is no card for the code ${row.code}`);
    return { row, card };
  });
}

test('[STATUS-1] [STATUS-2] [STATUS-5] [WARD-4] each code has its colours on its card, readable by day and by night', async ({
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
  '[STATUS-3] each code shows its icon, four pairs share one, and the rest a question mark',
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
  '[STATUS-4] [WARD-3] each code has its word on the card, in all languages, changed on the live board',
  { tag: '@wide' },
  async ({ page, console }) => {
    await openBoard(page, ward);
    for (const { row, card } of await paintedRows(page)) expectWords(card, row.word);
    for (const { code: language, name } of languages.toSorted((a) => (a.code === 'en' ? 1 : -1))) {
      const { status, room, streams } = catalogues[language].translation;
      await page.getByRole('banner').getByRole('button', { name: languageLabel }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
      await expect(page.getByRole('list', { name: streams.rooms })).toBeVisible();
      for (const { row, card } of await paintedRows(page)) {
        const word = Object.entries(status).find(([key]) => key === row.name)?.[1];
        expectWords(card, word ?? `no word for ${row.name} in ${language}`);
        expect(card.body.text).toContain(room.last_notification);
      }
    }
    expect(console.splice(0)).toEqual([warning]);
  },
);

/** The word as the subtitle of the card, and once more as that of the last notification. */
function expectWords(card: CardColours, word: string): void {
  expect(card.header.text).toBe(card.name + word);
  expect(card.body.text).toMatch(new RegExp(`\\d\\d:\\d\\d:\\d\\d${word}$`));
}

const languageLabel = new RegExp(`: (${languages.map(({ name }) => name).join('|')})$`);

test(
  '[STATUS-2] an unknown code is logged once, however often the board changes afterwards',
  { tag: '@wide' },
  async ({ page, console, report }) => {
    await openBoard(page, ward);
    for (const status of [3, 5, 3]) await report(ward.uuidOf(roomOf(0)), status);
    await expect(cardOf(page, roomOf(0)).getByText('Out of bed').first()).toBeVisible();
    await report(ward.uuidOf(roomOf(1)), 1234);
    const second = `Unknown room status code 1234 of ${roomOf(1)}`;
    await expect.poll(() => console).toContain(second);
    expect(console.splice(0)).toEqual([warning, second]);
  },
);
