import { expect, test } from '../support/fixtures.ts';

test('[ROUTE-1] [LOGIN-2] [LOGIN-3] [PROD-1] [PROD-5] the login page shows logo, heading, version, vendor and one button that leads to the provider', async ({
  page,
}) => {
  await page.goto('/login');
  const button = page.getByRole('main').getByRole('button');
  await expect(button).toBeEnabled();
  expect(new URL(page.url()).pathname).toBe('/login');
  await expect(page).toHaveTitle('Room Status');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room Status');
  await expect(page.getByRole('main').getByRole('img', { name: 'Room Status' }).first()).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(/^Version [0-9a-f]{8}$/)).toBeVisible();
  await expect(footer.getByText(/^© 20\d\d Room Status$/)).toBeVisible();
  await expect(button.getByText('log in with', { exact: true })).toHaveCSS('text-transform', 'none');
  await expect(button.locator('img')).toBeVisible();
  await button.click();
  await page.waitForURL('**/idp/**');
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('[LOGIN-1] [LOGIN-4] a picture covers the login page, and the blurred panel fills half of a wide screen and 90% of a narrow one', async ({
  page,
}) => {
  await page.goto('/login');
  const picture = page.locator('picture img');
  const panel = page.locator('main').locator('..');
  const source = () => picture.evaluate(sourceOfLoadedImage);
  // The layout changes at a width of 900 px.
  for (const [width, left, share, name] of [
    [1440, 0.5, 0.5, '-wide-'],
    [900, 0.5, 0.5, '-wide-'],
    [899, 0.05, 0.9, '-narrow-'],
    [390, 0.05, 0.9, '-narrow-'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(source, `${width} px`).toContain(name);
    expect(await picture.boundingBox()).toEqual({ x: 0, y: 0, width, height: 900 });
    const box = await panel.boundingBox();
    expect((box?.width ?? 0) / width, `${width} px`).toBeCloseTo(share, 3);
    expect((box?.x ?? 0) / width, `${width} px`).toBeCloseTo(left, 3);
  }
  await expect(panel).toHaveCSS('backdrop-filter', /blur\(/);
});

/** Returns the address of a loaded image. Runs in the page. */
function sourceOfLoadedImage(element: Element): string {
  return element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0 ? element.currentSrc : '';
}
