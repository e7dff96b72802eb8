/**
 * Looking at a page without touching it. The runner's own locators and `evaluate` count as a gesture
 * and so unlock the sound; the browser's inspector, asked directly, does not.
 */
import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod/mini';

export interface PageInspector {
  /** What is to be read on the page. */
  text(): Promise<string>;
  /** Whether the browser believes that a person has used the page. */
  isTouched(): Promise<boolean>;
  /** Whether the offline shell is in control of the page. */
  hasShell(): Promise<boolean>;
  /** Resolves when the page has drawn so many more times. */
  frames(count: number): Promise<void>;
  /** The middle of the button with this text, in pixels of the screen. */
  placeOf(button: string): Promise<{ readonly x: number; readonly y: number }>;
}

const Place = z.object({ x: z.number(), y: z.number() });

export async function inspectPage(page: Page): Promise<PageInspector> {
  const inspector = await page.context().newCDPSession(page);
  return {
    text: async () => String(await ask(inspector, 'document.body?.innerText ?? ""')),
    isTouched: async () => (await ask(inspector, 'navigator.userActivation.hasBeenActive')) === true,
    hasShell: async () => (await ask(inspector, 'navigator.serviceWorker.controller !== null')) === true,
    frames: async (count) => {
      for (let drawn = 0; drawn < count; drawn += 1) await ask(inspector, 'new Promise(requestAnimationFrame)');
    },
    placeOf: async (button) => {
      const found = await ask(
        inspector,
        `(() => {
          const buttons = [...document.querySelectorAll('button')];
          const { x, y, width, height } = buttons
            .find(({ innerText }) => innerText.trim() === ${JSON.stringify(button)})
            .getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        })()`,
      );
      return Place.parse(found);
    },
  };
}

async function ask(inspector: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await inspector.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const value: unknown = result.value;
  return value;
}
