/**
 * Reads a page without a user gesture. The browser treats Playwright's locators and `evaluate` as a gesture and
 * unblocks the sound. The browser's inspector protocol does not cause a gesture.
 */
import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod/mini';

const Point = z.object({ x: z.number(), y: z.number() });

export async function inspectPage(page: Page) {
  const inspector = await page.context().newCDPSession(page);
  return {
    /** The visible text of the page. */
    text: async () => String(await evaluate(inspector, 'document.body?.innerText ?? ""')),
    /** Whether the browser has seen a user gesture on the page. */
    hasGesture: async () => (await evaluate(inspector, 'navigator.userActivation.hasBeenActive')) === true,
    /** Whether the service worker controls the page. */
    hasServiceWorker: async () => (await evaluate(inspector, 'navigator.serviceWorker.controller !== null')) === true,
    /** Resolves after the given number of animation frames. */
    frames: async (count: number) => {
      for (let frame = 0; frame < count; frame += 1) await evaluate(inspector, 'new Promise(requestAnimationFrame)');
    },
    /** The centre of the button with this text, in CSS pixels. */
    centreOf: async (button: string) => {
      const found = await evaluate(
        inspector,
        `(() => {
          const buttons = [...document.querySelectorAll('button')];
          const { x, y, width, height } = buttons
            .find(({ innerText }) => innerText.trim() === ${JSON.stringify(button)})
            .getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        })()`,
      );
      return Point.parse(found);
    },
  };
}

async function evaluate(inspector: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await inspector.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const value: unknown = result.value;
  return value;
}
