/** Tests with the text spacing of WCAG 1.4.12 and with letters of twice the size. */
import type { Page } from '@playwright/test';
import { roomStatuses } from '../../../src/domain/room-status.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { layOutAllCards } from '../support/layout/lay-out-all-cards.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

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

for (const [name, style] of settings) {
  test(`[WARD-3] no text of cards, alerts and table is cut off, and no control is beside the screen, with ${name}`, async ({
    page,
    createWard,
  }) => {
    const longName = 'Room 12 Maximiliane Freifrau von Hohenlohe-Waldenburg';
    const ward = await createWard([...roomStatuses.map(({ name: status }) => status), longName, 'silent']);
    for (const { code, name: room } of roomStatuses) await ward.report(room, code);
    await ward.takeSourceOffline(longName, 'bathroom-sensor');
    await openBoard(page, ward);
    await layOutAllCards(page);
    for (const language of ['English', 'Deutsch']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await chooseLanguage(page, language);
      const sheet = await page.addStyleTag({ content: style });
      for (const view of [0, 1]) {
        await page.locator('main [role="group"] button').nth(view).click();
        for (const width of [320, 390, 700, 900, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => cutTexts(page), `${language}, view ${view}, ${width} px`).toEqual([]);
          const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
          await expect.poll(widthOf, `the page, ${language}, view ${view}`).toBeLessThanOrEqual(width);
        }
      }
      await sheet.evaluate((element) => element.parentNode?.removeChild(element));
    }
  });
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
