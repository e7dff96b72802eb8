import type { Page } from '@playwright/test';
import axeCore from 'axe-core';
import { expect } from './fixtures.ts';

declare global {
  interface Window {
    /** The axe library. Undefined until a test has added its script to the page. */
    axe?: typeof axeCore;
  }
}

/**
 * Expects that axe finds no violation on a page and that the page is not wider than the screen: on a wide screen in the light
 * appearance and on a narrow one in the dark, so that axe, which is slow, runs twice. The test continues on the narrow screen
 * in the dark, with reduced motion: without it axe would measure elements that fade in at half opacity.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeCore.source);
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { pathname } = new URL(page.url());
    expect(await page.evaluate(findViolations), `${pathname}, ${width} px, ${colorScheme}`).toEqual([]);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess, `${pathname} is not wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Lists the violations of all rules of axe. Runs in the page. */
async function findViolations(): Promise<string[]> {
  if (window.axe === undefined) throw new Error('the page has loaded again without axe');
  const { violations } = await window.axe.run({ resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Expects that the page fits a screen of 320 px, and a tablet with letters of twice the size, without scrolling sideways. */
export async function expectFitsSmallScreens(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await excess()).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await excess()).toBeLessThanOrEqual(0);
}
