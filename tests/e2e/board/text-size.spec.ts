import type { Page } from '@playwright/test';
import { unreachableStatusCode } from '../../../src/domain/ingest/online.ts';
import { languages } from '../../../src/domain/language.ts';
import { roomStatuses } from '../../../src/domain/room-status.ts';
import type { TestApp } from '../../support/app/start-app.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { cardOf, expect, openBoard, type ReportedWard, test } from '../support/test-ward.ts';

// The content security policy of the page would block the style sheets of these tests.
test.use({ bypassCSP: true });

const settings = [
  [
    'the text spacing of WCAG 1.4.12',
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
     p { margin-bottom: 2em !important }`,
  ],
  ['letters of twice the size', 'html { font-size: 200% !important }'],
] as const;

const longName = 'Room 12 Maximiliane Freifrau von Hohenlohe-Waldenburg';

interface Parts {
  readonly page: Page;
  readonly app: TestApp;
  readonly createWard: (rooms: readonly string[]) => Promise<ReportedWard>;
}

/** Opens a board with a room of each status, also with a long name, a sensor that is offline, and a fall of a dead camera. */
async function openFullBoard({ page, app, createWard }: Parts): Promise<void> {
  const rooms = roomStatuses.flatMap(({ code, name }) => [
    { room: name, code },
    { room: `${longName}, Bett ${code + 1}`, code },
  ]);
  const [sensor, camera] = [`${longName}, mit Sensor`, 'Room with a fall'];
  const ward = await createWard([...rooms.map(({ room }) => room), sensor, camera, 'silent']);
  for (const { room, code } of rooms) await ward.report(room, code);
  for (const room of [sensor, camera]) await ward.report(room, 'man_down');
  await ward.report(camera, 'camera_unreachable');
  const offline = { room_status: unreachableStatusCode, offline_sources: '{"home/bathroom-sensor":"bathroom-sensor"}' };
  await app.database.query.updateTable('stream').set(offline).where('uuid', '=', ward.uuidOf(sensor)).execute();
  await openBoard(page, ward);
  await expect(page.getByRole('article')).toHaveCount(rooms.length + 3);
  await layOutAllCards(page);
}

test('[WARD-3] [LANG-1] all cards have the same size, the status is their largest text, and no text is cut in any language and width', async ({
  page,
  app,
  createWard,
}) => {
  await openFullBoard({ page, app, createWard });
  for (const { name } of languages) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await chooseLanguage(page, name);
    for (const width of [320, 600, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The board lays out its alerts again after its width has changed.
      await expect.poll(() => cutTexts(page), `${name}, ${width} px`).toEqual([]);
      expect(await cardSizes(page), `${name}, ${width} px`).toHaveLength(1);
    }
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  const sizes = await cardOf(page, 'in_bed')
    .locator('h2, p')
    .evaluateAll((words) => words.map((word) => parseFloat(getComputedStyle(word).fontSize)));
  const [ofName = 0, ofStatus = 0, ...others] = sizes;
  expect(ofStatus).toBe(36);
  expect(Math.max(ofName, ...others)).toBeLessThan(ofStatus);
});

for (const [name, style] of settings) {
  test(`[WARD-3] no text of cards, alerts and table is cut off, and no control is outside of the screen, with ${name}`, async ({
    page,
    app,
    createWard,
  }) => {
    await openFullBoard({ page, app, createWard });
    await chooseLanguage(page, 'Deutsch');
    await page.addStyleTag({ content: style });
    for (const view of [0, 1]) {
      await page.locator('main [role="group"] button').nth(view).click();
      for (const width of [320, 700, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => cutTexts(page), `view ${view}, ${width} px`).toEqual([]);
        const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(widthOf, `the page, view ${view}`).toBeLessThanOrEqual(width);
      }
    }
  });
}

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

/** The texts that overflow their own box, their card, their row or the screen. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [
      ...document.querySelectorAll<HTMLElement>('article :is(h2, p, span, time), table :is(th, p, span, time)'),
    ];
    // An alert may cut a long room name and who answers it, because the card shows the whole text.
    texts.push(...document.querySelectorAll<HTMLElement>('section section li :is(time, button:last-child)'));
    const visible = texts.filter((text) => text.textContent !== '' && text.getAttribute('aria-hidden') !== 'true');
    const cut = visible.filter((text) => {
      const own = text.getBoundingClientRect();
      const frame = (text.closest('article, tr, li') ?? document.body).getBoundingClientRect();
      // A table that is wider than a phone can be scrolled sideways.
      const isInTable = text.closest('table') !== null;
      const { display, overflowY } = getComputedStyle(text);
      const isTooHigh = overflowY !== 'visible' && text.scrollHeight > text.clientHeight + 2;
      const isTooWide = display !== 'inline' && text.scrollWidth > text.clientWidth + 1;
      const isOutside =
        own.bottom > frame.bottom + 1 || own.right > Math.min(frame.right, isInTable ? Infinity : innerWidth) + 1;
      const isBroken = text.matches('article time') && text.getClientRects().length > 1;
      return own.height === 0 || isTooHigh || isTooWide || isOutside || isBroken;
    });
    const frame = document.querySelector('table')?.parentElement;
    const isHidden = frame && frame.scrollWidth > frame.clientWidth && getComputedStyle(frame).overflowX === 'hidden';
    return [...cut.map((text) => `${text.localName} ${text.textContent}`), ...(isHidden ? ['the table is cut'] : [])];
  });
}

/**
 * Makes the browser lay out the cards outside of the screen too, until the page is reloaded. So a test can measure all
 * cards without a screen of their height, which takes long to paint.
 */
async function layOutAllCards(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (getComputedStyle(element).contentVisibility !== 'auto') continue;
      element.style.contentVisibility = 'visible';
      // Keeps the containment that `content-visibility: auto` implies.
      element.style.contain = 'layout style paint';
    }
  });
}
