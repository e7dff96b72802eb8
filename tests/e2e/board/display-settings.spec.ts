import type { Locator, Page } from '@playwright/test';
import { areCardsGrey, expectConsoleErrors, failedCalls, listFailed, liveFailed } from '../support/connection-loss.ts';
import { bodyOf, cardOf, expect, openBoard, test } from '../support/test-ward.ts';

const styleOf = (element: Locator, property: string) =>
  element.evaluate((own, name) => getComputedStyle(own).getPropertyValue(name), property);

test('[WARD-6] the choice between cards and list is large enough for a finger, with or without an alarm', async ({
  page,
  createWard,
  report,
}) => {
  const ward = await createWard(['Room 1']);
  await openBoard(page, ward);
  await expectForFingers(page, ['Cards', 'List']);
  await report(ward.uuidOf('Room 1'), 'man_down');
  await expect(page.getByRole('region', { name: 'Alarms' })).toBeVisible();
  await expectForFingers(page, ['Cards', 'List', 'Room 1 · Fall detected']);
});

async function expectForFingers(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
    expect(box?.width, name).toBeGreaterThanOrEqual(44);
  }
}

test(
  '[WARD-6] where the colours are the system’s own, the chosen view is told by its outline',
  { tag: '@wide' },
  async ({ page, createWard }) => {
    const ward = await createWard(['Room 1']);
    await openBoard(page, ward);
    await page.emulateMedia({ forcedColors: 'active' });
    await expect(page.getByRole('button', { name: 'Cards', pressed: true })).toHaveCSS('outline-style', 'solid');
    expect(await styleOf(page.getByRole('button', { name: 'List', pressed: false }), 'outline-style')).toBe('none');
  },
);

test(
  '[LAYOUT-7] the text size that is set in the browser is that of the board',
  { tag: '@wide' },
  async ({ page, createWard }) => {
    const ward = await createWard(['Room 1']);
    await openBoard(page, ward);
    const inspector = await page.context().newCDPSession(page);
    const [text, height] = [await styleOf(page.locator('html'), 'font-size'), await heightOf(page)];
    expect(text).toBe('16px');
    await inspector.send('Page.enable');
    await inspector.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
    await page.reload();
    await expect(cardOf(page, 'Room 1')).toBeVisible();
    expect(await styleOf(page.locator('html'), 'font-size')).toBe('24px');
    expect(await heightOf(page)).toBe(height * 1.5);
  },
);

async function heightOf(page: Page): Promise<number> {
  const box = await cardOf(page, 'Room 1').boundingBox();
  return box?.height ?? 0;
}

test(
  '[WARD-7] on a lost board a room that never notified is as grey as the others',
  { tag: '@wide' },
  async ({ page, path, console, createWard, report }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    await report(ward.uuidOf('Room 1'), 'in_bed');
    await openBoard(page, ward);
    await expect(bodyOf(page, 'Room 2')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    try {
      path.cut();
      await expect.poll(() => areCardsGrey(page), { timeout: 20_000 }).toBe(true);
      const told = await styleOf(bodyOf(page, 'Room 1'), 'background-color');
      await expect(bodyOf(page, 'Room 2')).toHaveCSS('background-color', told);
    } finally {
      path.mend();
    }
    await expect(bodyOf(page, 'Room 2')).toHaveCSS('background-color', 'rgb(255, 255, 255)', { timeout: 20_000 });
    expectConsoleErrors(console, liveFailed, failedCalls, listFailed);
  },
);
