import type { Page } from '@playwright/test';
import { languages } from '../../src/domain/language.ts';
import { cardOf, expect, headerOf, openBoard, test } from './support/own-ward.ts';
import { statusTable } from './support/status-table.ts';

const longName = 'Room 12 Maximiliane Freifrau von Hohenlohe-Waldenburg';

test(
  '[WARD-3] no card changes its size, whatever word it says, in whatever language',
  { tag: '@wide' },
  async ({ page, furnish, report }) => {
    const ward = await furnish(['Room 1', 'Room 2', longName]);
    await openBoard(page, ward);
    const sizes = () =>
      page.getByRole('article').evaluateAll((cards) =>
        cards.map((card) => {
          const { width, height } = card.getBoundingClientRect();
          return { width, height };
        }),
      );
    const before = await sizes();
    expect(new Set(before.map(({ height }) => height)).size, 'all are equally high').toBe(1);
    for (const { code, word } of statusTable) {
      await report(ward.uuidOf('Room 1'), code);
      await expect(headerOf(page, 'Room 1').getByText(word, { exact: true })).toBeVisible();
      expect(await sizes(), word).toEqual(before);
    }
    for (const { name } of languages) {
      await page.getByRole('banner').getByRole('button', { name: languageLabel }).click();
      await page.getByRole('menuitemradio', { name, exact: true }).click();
      await expect(page.getByRole('button', { name: new RegExp(`: ${name}$`) })).toBeVisible();
      expect(await sizes(), name).toEqual(before);
    }
  },
);

const languageLabel = new RegExp(`: (${languages.map(({ name }) => name).join('|')})$`);

test(
  '[LIVE-2] an update sweeps the header of its card once, and stands still for those who want no motion',
  { tag: '@wide' },
  async ({ page, furnish, report }) => {
    const ward = await furnish(['Room 1', 'Room 2']);
    await openBoard(page, ward);
    const sweeps = (room: string) =>
      headerOf(page, room)
        .locator('> span')
        .evaluateAll((pulses) => pulses.map((pulse) => getComputedStyle(pulse).animationName));
    await report(ward.uuidOf('Room 1'), 'man_down');
    await expect(headerOf(page, 'Room 1').getByText('Man down')).toBeVisible();
    expect(await sweeps('Room 1')).toEqual([expect.stringMatching('sweep')]);
    expect(await sweeps('Room 2')).toEqual([]);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await report(ward.uuidOf('Room 2'), 'man_down');
    await expect(headerOf(page, 'Room 2').getByText('Man down')).toBeVisible();
    expect(await sweeps('Room 2')).toEqual(['none']);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving).toBe(0);
  },
);

test('[WARD-2] [WARD-6] 60 rooms with long names stay within the screen, as cards and as a table', async ({
  page,
  furnish,
  report,
}) => {
  const rooms = Array.from({ length: 60 }, (_, index) => `${longName} ${index + 1}`);
  const ward = await furnish(rooms);
  for (const [index, room] of rooms.entries()) {
    await report(ward.uuidOf(room), statusTable[index % statusTable.length]?.code ?? 0);
  }
  await openBoard(page, ward);
  await expect(page.getByRole('article')).toHaveCount(60);
  await expectNothingOutside(page);
  await cardOf(page, rooms[59] ?? '').scrollIntoViewIfNeeded();
  await expect(cardOf(page, rooms[59] ?? '')).toBeInViewport();
  await expectNothingOutside(page);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('row')).toHaveCount(61);
  await expectNothingOutside(page);
});

/** Nothing reaches beyond the left or right edge, and the page does not scroll sideways. */
async function expectNothingOutside(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const parts = [...document.querySelectorAll('main article, main article *, main th, main td, main button')];
    // What lies far from the screen has no layout yet.
    const laidOut = parts.filter((part) => part.checkVisibility({ contentVisibilityAuto: true }));
    const beyond = laidOut.flatMap((part) => {
      const { left, right } = part.getBoundingClientRect();
      return left < -0.5 || right > width + 0.5
        ? `${part.tagName} ${part.getAttribute('class')} ${left} to ${right}`
        : [];
    });
    return { scrolls: document.documentElement.scrollWidth - width, beyond: beyond.slice(0, 5) };
  });
  expect(outside).toEqual({ scrolls: 0, beyond: [] });
}
