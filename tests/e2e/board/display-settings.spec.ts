import type { Locator, Page } from '@playwright/test';
import { connection, expect, test } from '../support/test-ward.ts';

const styleOf = (element: Locator, property: string) =>
  element.evaluate((own, name) => getComputedStyle(own).getPropertyValue(name), property);

test(
  '[WARD-6] the buttons for cards and list are at least 44 px wide and high, and those of an alert 48 px',
  { tag: '@narrow' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1']);
    await expectTouchSize(page, ['Cards', 'List']);
    await ward.report('Room 1', 'man_down');
    await expect(page.getByRole('button', { name: 'I’m on my way' })).toBeVisible();
    await expectTouchSize(page, ['I’m on my way', 'Other answers: Room 1', 'Room 1 · Fall detected'], 48);
  },
);

async function expectTouchSize(page: Page, names: readonly string[], minPx = 44): Promise<void> {
  for (const name of names) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(minPx);
    expect(box?.width, name).toBeGreaterThanOrEqual(minPx);
  }
}

test('[WARD-6] [STATUS-5] the pressed button and the connection state are visible with forced colours', async ({
  page,
  openWard,
}) => {
  await openWard(['Room 1']);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.getByRole('button', { name: 'Cards', pressed: true })).toHaveCSS('outline-style', 'solid');
  expect(await styleOf(page.getByRole('button', { name: 'List', pressed: false }), 'outline-style')).toBe('none');
  const icon = connection(page).locator('svg');
  await expect(icon).toHaveAttribute('stroke', 'currentColor');
  await expect(icon).not.toHaveCSS('color', await styleOf(page.getByRole('banner'), 'background-color'));
});
