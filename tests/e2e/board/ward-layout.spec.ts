import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { recordHighlights } from '../support/highlights.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { layOutAllCards } from '../support/layout/lay-out-all-cards.ts';
import { cardOf, expect, headerOf, openBoard, test } from '../support/test-ward.ts';
import { roomStatuses } from '../../../src/domain/room-status.ts';

const longName = 'Room 12 Maximiliane Freifrau von Hohenlohe-Waldenburg';

test('[WARD-3] [LANG-1] all cards have the same size, the status is their largest text, and no text is cut in any language and width', async ({
  page,
  createWard,
}) => {
  const rooms = roomStatuses.flatMap(({ code }) => [
    { room: `Room ${code + 1}`, code },
    { room: `${longName}, Bett ${code + 1}`, code },
  ]);
  const unreachable = 'Room with a fall';
  const waiting = ['Room with a sensor', `${longName}, mit Sensor`];
  const ward = await createWard([...rooms.map(({ room }) => room), ...waiting, unreachable, 'Room without a report']);
  for (const room of waiting) await ward.takeSourceOffline(room, 'bathroom-sensor');
  for (const { room, code } of rooms) await ward.report(room, code);
  await ward.report(unreachable, 'man_down');
  await ward.report(unreachable, 'camera_unreachable');
  await openBoard(page, ward);
  await expect(page.getByRole('article')).toHaveCount(rooms.length + 4);
  await layOutAllCards(page);
  for (const { name } of languages) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await chooseLanguage(page, name);
    for (const width of [320, 390, 600, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await cutWords(page), `${name}, ${width} px`).toEqual([]);
      expect(await cardSizes(page), `${name}, ${width} px`).toHaveLength(1);
    }
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  const sizes = await cardOf(page, 'Room 6')
    .locator('h2, p')
    .evaluateAll((words) => words.map((word) => parseFloat(getComputedStyle(word).fontSize)));
  const [ofName = 0, ofStatus = 0, ...others] = sizes;
  expect(ofStatus).toBe(32);
  expect(Math.max(ofName, ...others)).toBeLessThan(ofStatus);
});

/** The distinct sizes of the cards. */
async function cardSizes(page: Page): Promise<string[]> {
  const sizes = await page.getByRole('article').evaluateAll((cards) =>
    cards.map((card) => {
      const { width, height } = card.getBoundingClientRect();
      return `${Math.round(width)} x ${height}`;
    }),
  );
  return [...new Set(sizes)];
}

/** The texts that are cut off. All cards must be laid out. */
function cutWords(page: Page): Promise<string[]> {
  return page.getByRole('article').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const { bottom } = card.getBoundingClientRect();
      const texts = [...card.querySelectorAll<HTMLElement>('h2, p')];
      if (texts.some((text) => text.clientHeight === 0)) return [`not laid out: ${card.textContent}`];
      const cut = texts.filter((text) => {
        const isBelow = text.getBoundingClientRect().bottom > bottom - 4;
        return isBelow || text.scrollHeight > text.clientHeight + 2 || text.scrollWidth > text.clientWidth + 1;
      });
      return cut.map((text) => text.innerText);
    }),
  );
}

test('[LIVE-2] an update highlights the header of its card once, without motion if the user prefers reduced motion', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
  const highlights = await recordHighlights(page);
  await ward.report('Room 3', 'man_down');
  await openBoard(page, ward);
  await ward.report('Room 1', 'man_down');
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  expect(await highlights.all(), 'these properties need no layout and no paint').toEqual([
    ['Room 1', 'transform', 'opacity'],
  ]);
  const lightOf = (header: Element) => getComputedStyle(header, '::after').backgroundImage;
  expect(await headerOf(page, 'Room 1').evaluate(lightOf), 'the light has the colour of the text').toContain('0.38)');
  const countMoving = () =>
    page.locator('article').evaluateAll((cards) => {
      const animations = cards.flatMap((card) => card.getAnimations({ subtree: true }));
      // A card with an unanswered alert flashes without end.
      return animations.filter(({ effect }) => effect?.getTiming().iterations !== Infinity).length;
    });
  await expect.poll(countMoving, 'the highlight ends').toBe(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await ward.report('Room 2', 'man_down');
  await expect(headerOf(page, 'Room 2').getByText('Fall detected')).toBeVisible();
  expect([await highlights.all(), await countMoving()]).toEqual([[['Room 1', 'transform', 'opacity']], 0]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Fall detected');
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('button', { name: 'Cards' }).click();
  expect(await highlights.all(), 'nothing has changed').toEqual([]);
});

test('[LIVE-2] an update of a room outside of the screen animates nothing', async ({ page, createWard }) => {
  const rooms = Array.from({ length: 60 }, (_none, index) => `Room ${index + 1}`);
  const ward = await createWard(rooms);
  const highlights = await recordHighlights(page);
  await openBoard(page, ward);
  await ward.report('Room 60', 'in_bed');
  await expect(headerOf(page, 'Room 60').getByText('In bed')).toBeAttached();
  await ward.report('Room 1', 'in_bed');
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  expect((await highlights.all()).map(([room]) => room)).toEqual(['Room 1']);
});

test('[WARD-2] [WARD-6] 60 rooms with long names fit the screen, as cards and as a table', async ({
  page,
  createWard,
}) => {
  const rooms = Array.from({ length: 60 }, (_, index) => `${longName} ${index + 1}`);
  const ward = await createWard(rooms);
  for (const [index, room] of rooms.entries()) {
    await ward.report(room, roomStatuses[index % roomStatuses.length]?.code ?? 0);
  }
  await openBoard(page, ward);
  await expect(page.getByRole('article')).toHaveCount(60);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNothingOutside(page);
    await cardOf(page, rooms[59] ?? '').scrollIntoViewIfNeeded();
    await expect(cardOf(page, rooms[59] ?? '')).toBeInViewport();
    await expectNothingOutside(page);
  }
  const laidOut = await page
    .getByRole('article')
    .evaluateAll((cards) => cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true })).length);
  expect(laidOut, 'cards far outside of the screen have no layout').toBeLessThan(60);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('row')).toHaveCount(61);
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNothingOutside(page);
    await expectTableFits(page);
  }
});

/** Expects that no column and no text of the table is cut off. */
async function expectTableFits(page: Page): Promise<void> {
  const table = page.getByRole('table');
  expect(await table.evaluate((own) => own.scrollWidth - (own.parentElement?.clientWidth ?? 0))).toBe(0);
  const cut = await table
    .locator('time, td p, th span')
    .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0));
  expect(cut).toHaveLength(0);
}

/** Expects that no element is outside of the screen and that the page does not scroll sideways. */
async function expectNothingOutside(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const parts = [...document.querySelectorAll('main article, main article *, main th, main td, main button')];
    // Cards outside of the screen have no layout.
    const laidOut = parts.filter((part) => part.checkVisibility({ contentVisibilityAuto: true }));
    const outside = laidOut.flatMap((part) => {
      const { left, right } = part.getBoundingClientRect();
      return left < -0.5 || right > width + 0.5
        ? `${part.tagName} ${part.getAttribute('class')} ${left} to ${right}`
        : [];
    });
    return { scrolls: document.documentElement.scrollWidth - width, outside: outside.slice(0, 5) };
  });
  expect(found).toEqual({ scrolls: 0, outside: [] });
}
