import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { cardOf, expect, headerOf, openBoard, test } from '../support/test-ward.ts';
import { statusTable } from '../support/status-table.ts';

const longName = 'Room 12 Maximiliane Freifrau von Hohenlohe-Waldenburg';

test(
  '[WARD-3] no card changes its size, whatever word it says, in whatever language',
  { tag: '@wide' },
  async ({ page, createWard, report }) => {
    const ward = await createWard(['Room 1', 'Room 2', longName]);
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
      await chooseLanguage(page, name);
      expect(await sizes(), name).toEqual(before);
    }
  },
);

const languageLabel = new RegExp(`: (${languages.map(({ name }) => name).join('|')})$`);

const chooseLanguage = async (page: Page, name: string) => {
  await page.getByRole('banner').getByRole('button', { name: languageLabel }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await expect(page.getByRole('button', { name: new RegExp(`: ${name}$`) })).toBeVisible();
};

test(
  '[WARD-3] [LANG-1] the words of the status are the largest, and nothing is cut, in whatever language and width',
  { tag: '@wide' },
  async ({ page, createWard, report }) => {
    test.slow();
    const rooms = statusTable.flatMap(({ code }) => [
      { room: `Room ${code + 1}`, code },
      { room: `${longName}, Bett ${code + 1}`, code },
    ]);
    const silent = 'Room with a fall';
    const ward = await createWard([...rooms.map(({ room }) => room), silent]);
    for (const { room, code } of rooms) await report(ward.uuidOf(room), code);
    await report(ward.uuidOf(silent), 'man_down');
    await report(ward.uuidOf(silent), 'camera_unreachable', { notification: false });
    await openBoard(page, ward);
    await expect(page.getByRole('article')).toHaveCount(rooms.length + 1);
    for (const { name } of languages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await chooseLanguage(page, name);
      for (const width of [320, 390, 600, 1440]) {
        // As high as all cards together: what is off the screen has no layout.
        await page.setViewportSize({ width, height: Math.ceil(46 / columnsAt(width)) * 230 + 600 });
        expect(await cutWords(page), `${name}, ${width} px`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1920, height: 1080 });
    const sizes = await cardOf(page, 'Room 6')
      .locator('h2, p')
      .evaluateAll((words) => words.map((word) => parseFloat(getComputedStyle(word).fontSize)));
    const [ofName = 0, ofStatus = 0, ...others] = sizes;
    expect(ofStatus).toBe(32);
    expect(Math.max(ofName, ...others)).toBeLessThan(ofStatus);
  },
);

/** Texts of which not all is seen, on a board whose cards are all laid out. */
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

function columnsAt(width: number): number {
  return [600, 900, 1200].filter((breakpoint) => width >= breakpoint).length + 1;
}

/** How the light over the header of a room moves, if there is one. */
function sweepsOf(page: Page, room: string): Promise<string[]> {
  return headerOf(page, room)
    .locator('> span')
    .evaluateAll((lights) => lights.map((light) => getComputedStyle(light).animationName));
}

test(
  '[LIVE-2] an update sweeps the header of its card once, and stands still for those who want no motion',
  { tag: '@wide' },
  async ({ page, createWard, report }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    await openBoard(page, ward);
    await report(ward.uuidOf('Room 1'), 'man_down');
    await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
    expect(await sweepsOf(page, 'Room 1')).toEqual([expect.stringMatching('sweep')]);
    expect(await sweepsOf(page, 'Room 2')).toEqual([]);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await report(ward.uuidOf('Room 2'), 'man_down');
    await expect(headerOf(page, 'Room 2').getByText('Fall detected')).toBeVisible();
    expect(await sweepsOf(page, 'Room 2')).toEqual(['none']);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving).toBe(0);
  },
);

test(
  '[LIVE-2] what was there before sweeps no header, neither after a reload nor when it is scrolled into sight later',
  { tag: '@wide' },
  async ({ page, createWard, report }) => {
    const ward = await createWard(Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`));
    await report(ward.uuidOf('Room 1'), 'man_down');
    await openBoard(page, ward);
    expect(await sweepsOf(page, 'Room 1')).toEqual([]);
    await report(ward.uuidOf('Room 60'), 'man_down');
    await expect(headerOf(page, 'Room 60').locator('> span')).toHaveCount(1);
    await expect(headerOf(page, 'Room 60').locator('> span')).toHaveCount(0, { timeout: 8_000 });
    await page.reload();
    await expect(headerOf(page, 'Room 60')).toHaveText('Room 60Fall detected');
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('button', { name: 'Cards' }).click();
    for (const room of ['Room 1', 'Room 60']) expect(await sweepsOf(page, room)).toEqual([]);
  },
);

test('[WARD-2] [WARD-6] 60 rooms with long names stay within the screen, as cards and as a table', async ({
  page,
  createWard,
  report,
}) => {
  const rooms = Array.from({ length: 60 }, (_, index) => `${longName} ${index + 1}`);
  const ward = await createWard(rooms);
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
  await expectTableFits(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectTableFits(page);
});

/** The frame of the table hides what is wider than itself: neither a column nor the end of a time may be. */
async function expectTableFits(page: Page): Promise<void> {
  const table = page.getByRole('table');
  expect(await table.evaluate((own) => own.scrollWidth - (own.parentElement?.clientWidth ?? 0))).toBe(0);
  const cut = await table
    .locator('time, td p, th span')
    .evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && text.clientWidth > 0));
  expect(cut).toHaveLength(0);
}

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
