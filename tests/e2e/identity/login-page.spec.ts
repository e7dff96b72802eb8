import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';

const loginButton = (page: Page) => page.getByRole('button', { name: /^log in with/ });

test('[ROUTE-1] [LOGIN-2] [PROD-1] [PROD-5] the login page shows logo, heading, version and vendor', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(loginButton(page)).toBeEnabled();
  expect(new URL(page.url()).pathname).toBe('/login');
  await expect(page).toHaveTitle('Room Status');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room Status');
  await expect(page.getByRole('main').getByRole('img', { name: 'Room Status' }).first()).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Version [0-9a-f]{8}$/)).toBeVisible();
  await expect(footer.getByText(/^© 20\d\d Room Status$/)).toBeVisible();
});

test('[LOGIN-3] the login page has one button, in lower case, that leads to the provider', async ({ page }) => {
  await page.goto('/login');
  const button = loginButton(page);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  await expect(button.getByText('log in with', { exact: true })).toBeVisible();
  await expect(button.getByText('log in with', { exact: true })).toHaveCSS('text-transform', 'none');
  await expect(button.locator('svg')).toBeVisible();
  await button.click();
  await page.waitForURL('**/idp/**');
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('[LOGIN-1] a picture covers the login page, with another picture on narrow screens', async ({
  page,
  viewport,
}) => {
  await page.goto('/login');
  const picture = page.locator('picture img');
  await expect.poll(() => picture.evaluate(sourceOfLoadedImage)).toContain(isWide(viewport) ? '-wide-' : '-narrow-');
  expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
  await page.setViewportSize(isWide(viewport) ? { width: 899, height: 900 } : { width: 900, height: 844 });
  await expect.poll(() => picture.evaluate(sourceOfLoadedImage)).toContain(isWide(viewport) ? '-narrow-' : '-wide-');
});

test('[LOGIN-4] the login panel is blurred and fills half of a wide screen and 90% of a narrow one', async ({
  page,
}) => {
  await page.goto('/login');
  const panel = page.locator('main').locator('..');
  const share = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const box = await panel.boundingBox();
    if (box === null) throw new Error('the panel is not shown');
    return { left: box.x / width, width: box.width / width };
  };
  // 900 px is the medium breakpoint.
  for (const width of [900, 1024, 1440]) expect(await share(width)).toEqual({ left: 0.5, width: 0.5 });
  for (const width of [390, 600, 899]) {
    const { left, width: ofPage } = await share(width);
    expect(ofPage).toBeCloseTo(0.9, 3);
    expect(left).toBeCloseTo(0.05, 3);
  }
  await expect(panel).toHaveCSS('backdrop-filter', /blur\(/);
});

function isWide(viewport: { width: number } | null): boolean {
  return (viewport?.width ?? 0) >= 900;
}

/** The address of an image that is loaded. Runs in the page. */
function sourceOfLoadedImage(element: Element): string {
  return element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0 ? element.currentSrc : '';
}
