import type { Page } from '@playwright/test';

/**
 * Makes the browser lay out the cards outside of the screen too, until the page is reloaded. So a test can measure all
 * cards without a screen of their height, which takes long to paint.
 */
export async function layOutAllCards(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (getComputedStyle(element).contentVisibility !== 'auto') continue;
      element.style.contentVisibility = 'visible';
      // The containment that `content-visibility: auto` implies stays.
      element.style.contain = 'layout style paint';
    }
  });
}
