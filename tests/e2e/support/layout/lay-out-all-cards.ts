import type { Page } from '@playwright/test';

/**
 * Makes the browser lay out the cards outside of the screen too, until the page is reloaded. So a test can measure all
 * cards without a screen of their height, which takes long to paint.
 */
export async function layOutAllCards(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    // The containment that `content-visibility: auto` implies stays.
    sheet.replaceSync('li { content-visibility: visible !important; contain: layout style paint }');
    // oxlint-disable-next-line fences/glossary -- the browser's name
    document.adoptedStyleSheets.push(sheet);
  });
}
