import type { CDPSession } from '@playwright/test';
import { wardAddress } from '../support/demo-addresses.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';
import { holdResponses } from '../support/delayed-responses.ts';

test('[LAYOUT-6] [LAYOUT-7] the loading overlay has the specified size, a dark translucent background and a spinner of 75 px in #1b96d4', async ({
  page,
}) => {
  await openSignedIn(page, 'manager', '/nowhere');
  const answer = await holdResponses(page, '/clients');
  // French is the language with the longest text of the overlay.
  await page.goto('/?lng=fr');
  const overlay = page.getByRole('main').getByRole('status');
  for (const [width, height, expected] of [
    [390, 844, { width: 292.5, height: 253.2 }],
    [1440, 900, { width: 420, height: 270 }],
    [1000, 2000, { width: 420, height: 504 }],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await overlay.boundingBox();
    expect(box?.width).toBeCloseTo(expected.width, 0);
    expect(box?.height).toBeCloseTo(expected.height, 0);
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(width / 2, 0);
  }
  for (const width of [320, 480, 1280]) {
    for (const height of [256, 320, 521, 600]) {
      await page.setViewportSize({ width, height });
      expect(await overlay.evaluate(outsideOf), `${width} x ${height}`).toEqual([]);
    }
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { red, green, blue, alpha } = await overlay.evaluate(backgroundOf);
    expect(Math.max(red, green, blue)).toBeLessThan(96);
    expect(alpha).toBeGreaterThan(0.4);
    expect(alpha).toBeLessThan(1);
  }
  // The CSS size is checked, because the bounding box changes while the spinner turns.
  const spinner = overlay.locator('[aria-hidden]');
  await expect(spinner).toHaveCSS('width', '75px');
  await expect(spinner).toHaveCSS('height', '75px');
  await expect(spinner).toHaveCSS('border-top-color', 'rgb(27, 150, 212)');
  answer();
  await expect(overlay).toBeHidden();
  const manifest = await page.request.get('/manifest.webmanifest');
  expect(await manifest.json()).toMatchObject({ name: 'Room Status', theme_color: '#1b96d4' });
});

test('[LAYOUT-7] text uses Open Sans and Poppins from the origin of the page', async ({ page, app, context }) => {
  const otherOrigins: string[] = [];
  const fonts: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== app.url) otherOrigins.push(request.url());
    if (request.resourceType() === 'font') fonts.push(pathname);
  });
  await openSignedIn(page, 'manager', wardAddress('Ward 2 Sea View'));
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const session = await context.newCDPSession(page);
  expect(await fontsUsed(session, 'article h2')).toEqual([expect.stringMatching(/^Poppins( SemiBold)?$/)]);
  expect(await fontsUsed(session, 'article header p')).toEqual([expect.stringMatching(/^Open Sans( SemiBold)?$/)]);
  expect(fonts.length).toBeGreaterThan(0);
  expect(otherOrigins).toEqual([]);
});

/** The children that overflow the element. The spinner rotates, so its unrotated size is measured. Runs in the page. */
function outsideOf(element: Element): string[] {
  const frame = element.getBoundingClientRect();
  const children = [...element.children].filter((child) => child instanceof HTMLElement);
  const outside = children.filter(({ offsetWidth, offsetHeight, offsetLeft, offsetTop, scrollWidth }) => {
    const isTooWide = offsetLeft < 0 || offsetLeft + Math.max(offsetWidth, scrollWidth) > frame.width;
    return isTooWide || offsetTop < 0 || offsetTop + offsetHeight > frame.height;
  });
  return outside.map(({ localName, offsetTop, offsetHeight }) => `${localName} ${offsetTop} + ${offsetHeight}`);
}

/** The background colour of an element. Runs in the page. */
function backgroundOf(element: Element): { red: number; green: number; blue: number; alpha: number } {
  const numbers = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [];
  const [red = 255, green = 255, blue = 255, alpha = 1] = numbers.map(Number);
  return { red, green, blue, alpha };
}

/** The fonts that the browser used for the first element that matches `selector`. */
async function fontsUsed(session: CDPSession, selector: string): Promise<string[]> {
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : `${familyName} of the system`));
}
