import type { Page } from '@playwright/test';

/** The mean relative luminance (WCAG) of what a page shows, from a screenshot of the visible part. Between 0 and 1. */
export async function meanLuminanceOf(page: Page): Promise<number> {
  const screenshot = await page.screenshot({ animations: 'disabled' });
  // The browser decodes the picture, so that no other decoder is needed.
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    if (context === null) throw new Error('the browser has no canvas');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    const lights = Array.from({ length: 256 }, (_, byte) => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const weights = [0.2126, 0.7152, 0.0722, 0];
    let sum = 0;
    for (const [index, byte] of data.entries()) sum += (weights[index % 4] ?? 0) * (lights[byte] ?? 0);
    return sum / (picture.width * picture.height);
  }, screenshot.toString('base64'));
}
