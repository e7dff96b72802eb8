/** Helpers for tests that interrupt the connection of a board. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Console messages about failed requests, written by the browser or by the app. */
export const failedCalls = /^Failed to load resource: /;
export const liveFailed = /^The live connection failed, reason: \S/;
export const listFailed = /^Problem retrieving streams, reason: \S/;

/** The console message when code or texts that the page loads after its first paint failed. The page tries again. */
const lateLoadFailed = /^[\w ]+ could not be loaded, reason: /;

/** Removes all console messages. Each message must match one of the patterns, and at least one must match `first`. */
export function expectConsoleErrors(messages: string[], first: RegExp, ...others: readonly RegExp[]): void {
  const taken = messages.splice(0);
  const expected = [first, lateLoadFailed, ...others];
  expect(taken.filter((message) => !expected.some((pattern) => pattern.test(message)))).toEqual([]);
  expect(taken).toContainEqual(expect.stringMatching(first));
}

/** Collects the times at which the live connection failed, in epoch milliseconds by the clock of the browser. */
export function collectFailureTimes(page: Page): readonly number[] {
  const at: number[] = [];
  page.on('console', (message) => {
    if (liveFailed.test(message.text())) at.push(message.timestamp());
  });
  return at;
}

/** The start of the current page in epoch milliseconds, and the type of its navigation. */
export function navigationOf(page: Page): Promise<{ readonly at: number; readonly by: string }> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return { at: performance.timeOrigin, by: entry instanceof PerformanceNavigationTiming ? entry.type : 'unknown' };
  });
}

/** Resolves after the next navigation. Has to be called before the action that causes the navigation. */
export async function nextNavigation(page: Page): Promise<{ readonly at: number; readonly by: string }> {
  await page.waitForEvent('domcontentloaded');
  return navigationOf(page);
}

/** Resolves when the service worker controls the page. */
export async function serviceWorkerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/** Whether all cards have the same grey background instead of the colours of their statuses. */
export async function areCardsGrey(page: Page): Promise<boolean> {
  const colours = await page
    .locator('article > header')
    .evaluateAll((headers) => headers.map((header) => getComputedStyle(header).backgroundColor));
  const isGrey = colours.every((colour) => {
    const channels = (colour.match(/\d+/g) ?? []).map(Number);
    return Math.max(...channels) - Math.min(...channels) < 25;
  });
  return colours.length > 1 && new Set(colours).size === 1 && isGrey;
}
