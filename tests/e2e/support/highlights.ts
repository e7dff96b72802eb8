/** Records which cards are highlighted after an update. A highlight lasts a second, so a test could miss it. */
import type { Page } from '@playwright/test';

/** The names of the highlighted rooms with the properties that the animation changes, in order. */
type Highlights = readonly (readonly [room: string, ...properties: string[]])[];

declare global {
  interface Window {
    roomStatusHighlights: Highlights;
  }
}

/** To be called before the page is opened. A reload starts an empty record. */
export async function recordHighlights(page: Page): Promise<{ all(): Promise<Highlights> }> {
  await page.addInitScript(recordAnimations);
  return { all: () => page.evaluate(() => window.roomStatusHighlights) };
}

/** Runs in the page before any other script. */
function recordAnimations(): void {
  const highlights: [string, ...string[]][] = [];
  window.roomStatusHighlights = highlights;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (keyframes, options) {
    const [first = {}]: readonly object[] = Array.isArray(keyframes) ? keyframes : [];
    // The buttons of the alerts are animated too.
    if (this.localName === 'header')
      highlights.push([this.querySelector('h2')?.textContent ?? '', ...Object.keys(first)]);
    return animate.call(this, keyframes, options);
  };
}
