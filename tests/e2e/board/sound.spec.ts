import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from '../support/fixtures.ts';
import { inspectPage } from '../support/page-inspector.ts';
import { expect, expectLive, headerOf, test, type TestWard } from '../support/test-ward.ts';

// A Playwright trace evaluates code in the page after each step. The browser counts that as a user gesture.
test.use({ trace: 'off' });

const soundStrip = 'Sound is off: tap to turn it on';
const blocked = 'The notification sound could not be played, reason: the audio output is suspended';

/** Opens the board in a new tab without a user gesture. The tab gets its session from the first tab. */
async function openWithoutGesture(context: BrowserContext, ward: TestWard) {
  const board = await context.newPage();
  const inspector = await inspectPage(board);
  await board.goto(ward.address);
  await expect.poll(inspector.text).toContain('Room 1');
  expect(await inspector.hasGesture()).toBe(false);
  return { board, inspector };
}

test('[PROD-3] a board shows that the browser blocks its sound, and one tap turns the sound on and plays it', async ({
  page,
  context,
  createWard,
  sounds,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await signIn(page, 'nurse');
  const { board, inspector } = await openWithoutGesture(context, ward);
  await expect.poll(inspector.text).toContain(soundStrip);
  await ward.report('Room 1', 'in_bathroom');
  await expect.poll(inspector.text).toContain('Bathroom');
  expect(await inspector.text()).toContain(soundStrip);
  expect(sounds.count()).toBe(0);
  expect(console.splice(0)).toEqual([blocked]);

  const { x, y } = await inspector.centreOf(soundStrip);
  await board.mouse.move(x, y);
  await board.mouse.down();
  await expect.poll(inspector.hasGesture).toBe(true);
  // A tap takes several animation frames. The strip must not disappear before the finger is lifted.
  await inspector.frames(10);
  await board.mouse.up();
  await expect.poll(() => sounds.count()).toBe(1);
  await expect(board.getByRole('button', { name: soundStrip })).toHaveCount(0);
  await expect(board.locator(':focus'), 'the focus is not lost').toHaveCount(1);
  await ward.report('Room 1', 'in_bed');
  await expect.poll(() => sounds.count()).toBe(2);
});

test('[PROD-3] a click or a key press turns the blocked sound on', async ({ page, context, createWard, sounds }) => {
  const ward = await createWard(['Room 1']);
  await signIn(page, 'nurse');
  const gestures = [
    { status: 'in_bathroom', act: async (board: Page) => board.keyboard.press('Tab') },
    { status: 'in_bed', act: async (board: Page) => board.mouse.click(700, 700) },
  ];
  for (const { status, act } of gestures) {
    const { board, inspector } = await openWithoutGesture(context, ward);
    await expect.poll(inspector.text).toContain(soundStrip);
    await act(board);
    await expect.poll(inspector.text).not.toContain(soundStrip);
    const before = sounds.count();
    await ward.report('Room 1', status);
    await expect.poll(() => sounds.count()).toBe(before + 1);
    await board.close();
  }
});

test('a fall that a board cannot sound for sounds as soon as a tap turns the sound on', async ({
  page,
  context,
  createWard,
  sounds,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await signIn(page, 'nurse');
  const { board, inspector } = await openWithoutGesture(context, ward);
  await ward.report('Room 1', 'man_down');
  await expect.poll(inspector.text).toContain('Fall detected');
  expect(console, 'the fall has no notification sound').toEqual([]);
  // The code of the sound is loaded after the rooms are shown.
  await expect.poll(inspector.text).toContain(soundStrip);
  const { x, y } = await inspector.centreOf(soundStrip);
  await board.mouse.click(x, y);
  await expect.poll(() => sounds.alarms()).toEqual(['high']);
  expect(sounds.count(), 'the alarm is the only sound').toBe(0);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[PROD-3] [LIVE-3] the sound is on after a login, and stays on after the page reload that an outage causes', async ({
    page,
    network,
    createWard,
    sounds,
  }) => {
    const ward = await createWard(['Room 1']);
    await signIn(page, 'nurse', ward.address);
    const inspector = await inspectPage(page);
    await expect.poll(inspector.text).toContain('Room 1');
    expect(await inspector.text()).not.toContain(soundStrip);
    await ward.report('Room 1', 'in_bed');
    await expect.poll(() => sounds.count()).toBe(1);
    await expect.poll(inspector.hasServiceWorker).toBe(true);
    const reloaded = page.waitForEvent('domcontentloaded');
    network.cut();
    await reloaded;
    network.mend();
    await expect.poll(inspector.text).toContain('Live');
    expect(await inspector.text()).not.toContain(soundStrip);
    await ward.report('Room 1', 'in_bathroom');
    await expect.poll(() => sounds.count()).toBe(2);
  });
});

test('[LIVE-2] many notifications play the sound at most once a second, and every card shows its notification', async ({
  page,
  openWard,
  sounds,
}) => {
  const rooms = Array.from({ length: 12 }, (_, index) => `Room ${index + 1}`);
  const ward = await openWard(rooms);
  const since = Date.now();
  for (const room of rooms) await ward.report(room, 'in_bed');
  for (const room of rooms) await expect(headerOf(page, room).getByText('In bed')).toBeVisible();
  await expect.poll(() => sounds.count()).toBeGreaterThanOrEqual(2);
  expect(sounds.count()).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - since) / 1_000));
});

test('[LIVE-5] a failure to play the sound is logged, and the board stays live', async ({
  page,
  openWard,
  sounds,
  console,
}) => {
  await page.addInitScript(() => {
    AudioBufferSourceNode.prototype.start = () => {
      throw new Error('the speaker is broken');
    };
  });
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'in_bed');
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  const failure = 'The notification sound could not be played, reason: the speaker is broken';
  await expect.poll(() => [...console]).toEqual([failure]);
  console.length = 0;
  await expectLive(page);
  expect(sounds.count()).toBe(0);
});

test('[LIVE-5] a board without an audio output shows that the sound is off', async ({ page, openWard, console }) => {
  await page.addInitScript(() => {
    window.AudioContext = class extends AudioContext {
      constructor() {
        super({ sampleRate: -1 });
      }
    };
  });
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'in_bed');
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  await expect(page.getByRole('button', { name: soundStrip })).toBeVisible();
  expect(console.splice(0)).toEqual([
    expect.stringMatching(/^There is no audio output, reason: \S/),
    'The notification sound could not be played, reason: there is no audio output',
  ]);
});
