import { type Colour, nightTextColour, chooseTextColour } from '../../../src/domain/colour.ts';
import { statusOfCode } from '../../../src/domain/room-status.ts';
import { bodyOf, expect, expectLive, headerOf, openBoard, test } from '../support/test-ward.ts';
import type { Page } from '@playwright/test';

const rooms = Array.from({ length: 12 }, (_, index) => `Room ${index + 1} Ida`);

const green = '#11874b';
const orange = '#f6912c';

test.use({ colorScheme: 'dark' });

test('[WARD-4] twelve calm rooms have a mean luminance of at most 5% in the dark appearance, as cards, as a table and with blocked sound', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(rooms);
  // "Person visible" is the status with the brightest colour.
  await Promise.all(rooms.map((room) => ward.report(room, 'person_visible')));
  await openBoard(page, ward);
  await expect(headerOf(page, 'Room 12 Ida')).toHaveText(/Person visible$/);
  expect(await meanLuminanceOf(page)).toBeLessThanOrEqual(0.05);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('row')).toHaveCount(13);
  expect(await meanLuminanceOf(page)).toBeLessThanOrEqual(0.05);
  await page.getByRole('button', { name: 'Cards' }).click();
  // A trace evaluates code in the page, which the browser counts as a user gesture. So the test blocks the sound itself.
  await page.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      constructor() {
        super();
        this.suspend().catch(() => undefined);
      }
    };
  });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sound is off/ })).toBeVisible();
  // Until it is live, the board is grey.
  await expectLive(page);
  await expect(headerOf(page, 'Room 12 Ida')).toBeVisible();
  expect(await meanLuminanceOf(page), 'with blocked sound').toBeLessThanOrEqual(0.05);
});

test('[WARD-4] a room with an open alert keeps its full colour in the dark appearance, and gets its dark shade once the alert has ended', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
  for (const room of ['Room 1', 'Room 2', 'Room 3']) await ward.report(room, 'in_bed');
  await openBoard(page, ward);
  const calm = { background: statusOfCode(5).night, ink: nightTextColour } as const;
  const full = { background: green, ink: chooseTextColour(green) } as const;
  for (const room of ['Room 1', 'Room 2', 'Room 3']) await expectHeader(room, 'In bed', calm);
  await ward.report('Room 1', 'man_down');
  await ward.report('Room 2', 'out_of_bed');
  await expectHeader('Room 2', 'Out of bed', { background: orange, ink: chooseTextColour(orange) });
  for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'in_bed', { notification: false });
  // The alert of the fall stays open. The alert of medium priority ends with its status.
  await expectHeader('Room 2', 'In bed', calm);
  await expectHeader('Room 1', 'In bed', full);
  await expect(bodyOf(page, 'Room 2')).toHaveCSS('color', cssOf(nightTextColour));
  await page.getByRole('button', { name: 'List' }).click();
  const pillOf = (room: string) => page.getByRole('row', { name: room }).getByText('In bed');
  await expect(pillOf('Room 1')).toHaveCSS('background-color', cssOf(full.background));
  await expect(pillOf('Room 2')).toHaveCSS('background-color', cssOf(calm.background));

  async function expectHeader(room: string, status: string, paint: { background: Colour; ink: Colour }) {
    const header = headerOf(page, room);
    await expect(header).toContainText(status);
    await expect(header).toHaveCSS('background-color', cssOf(paint.background));
    await expect(header).toHaveCSS('color', cssOf(paint.ink));
  }
});

/** Formats a colour as the browser does. */
function cssOf(colour: Colour): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${channels.join(', ')})`;
}

/** The mean relative luminance (WCAG) of what a page shows, from a screenshot of the visible part. Between 0 and 1. */
async function meanLuminanceOf(page: Page): Promise<number> {
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
