import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from '../support/fixtures.ts';
import { expect, expectLive, headerOf, openBoard, test, type TestWard } from '../support/test-ward.ts';
import { expectConsoleErrors, failedCalls, liveFailed } from '../support/connection-loss.ts';
import { inspectPage } from '../support/page-inspector.ts';

// A trace looks into the page after each step, and that counts as a gesture.
test.use({ trace: 'off' });

test.afterEach(({ path }) => path.mend());

const strip = 'Sound is off: tap to turn it on';
const unheard = 'The notification sound could not be played, reason: the audio output is suspended';

/** The board in a new tab that nobody has touched yet: the sign-in comes from the tab beside it. */
async function openUntouched(context: BrowserContext, ward: TestWard) {
  const board = await context.newPage();
  const onlooker = await inspectPage(board);
  await board.goto(ward.address);
  await expect.poll(onlooker.text).toContain('Room 1');
  expect(await onlooker.isTouched()).toBe(false);
  return { board, onlooker };
}

test('[PROD-3] a board that the browser keeps mute says so, until one tap turns the sound on and lets it be heard', async ({
  page,
  context,
  createWard,
  report,
  sounds,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await signIn(page, 'nurse');
  const { board, onlooker } = await openUntouched(context, ward);
  await expect.poll(onlooker.text).toContain(strip);
  await report(ward.uuidOf('Room 1'), 'man_down');
  await expect.poll(onlooker.text).toContain('Fall detected');
  expect(await onlooker.text()).toContain(strip);
  expect(sounds.count()).toBe(0);
  expect(console.splice(0)).toEqual([unheard]);

  const { x, y } = await onlooker.placeOf(strip);
  await board.mouse.move(x, y);
  await board.mouse.down();
  await expect.poll(onlooker.isTouched).toBe(true);
  // A finger rests for a moment: the strip must not go from beneath it.
  await onlooker.frames(10);
  await board.mouse.up();
  await expect.poll(() => sounds.count()).toBe(1);
  await expect(board.getByRole('button', { name: strip })).toHaveCount(0);
  await report(ward.uuidOf('Room 1'), 'in_bed');
  await expect.poll(() => sounds.count()).toBe(2);
});

test(
  '[PROD-3] a touch or a key anywhere turns the sound on as well',
  { tag: '@wide' },
  async ({ page, context, createWard, report, sounds }) => {
    const ward = await createWard(['Room 1']);
    await signIn(page, 'nurse');
    const touches = [
      { status: 'man_down', touch: async (board: Page) => board.keyboard.press('Tab') },
      { status: 'out_of_bed', touch: async (board: Page) => board.mouse.click(700, 700) },
    ];
    for (const { status, touch } of touches) {
      const { board, onlooker } = await openUntouched(context, ward);
      await expect.poll(onlooker.text).toContain(strip);
      await touch(board);
      await expect.poll(onlooker.text).not.toContain(strip);
      const before = sounds.count();
      await report(ward.uuidOf('Room 1'), status);
      await expect.poll(() => sounds.count()).toBe(before + 1);
      await board.close();
    }
  },
);

test(
  '[PROD-3] whoever signs in on this screen has the sound on, without another tap',
  { tag: '@wide' },
  async ({ page, createWard, report, sounds }) => {
    const ward = await createWard(['Room 1']);
    await signIn(page, 'nurse', ward.address);
    const onlooker = await inspectPage(page);
    await expect.poll(onlooker.text).toContain('Room 1');
    expect(await onlooker.text()).not.toContain(strip);
    await report(ward.uuidOf('Room 1'), 'man_down');
    await expect.poll(() => sounds.count()).toBe(1);
  },
);

test(
  '[PROD-3] [LIVE-3] the reload after a lost connection leaves the sound on',
  { tag: '@wide' },
  async ({ page, path, createWard, report, sounds, console }) => {
    const ward = await createWard(['Room 1']);
    await signIn(page, 'nurse', ward.address);
    const onlooker = await inspectPage(page);
    await expect.poll(onlooker.text).toContain('Room 1');
    await expect.poll(onlooker.hasShell).toBe(true);
    const reloaded = page.waitForEvent('domcontentloaded');
    path.cut();
    await reloaded;
    path.mend();
    await expect.poll(onlooker.text, { timeout: 20_000 }).toContain('Live');
    expect(await onlooker.text()).not.toContain(strip);
    await report(ward.uuidOf('Room 1'), 'man_down');
    await expect.poll(() => sounds.count()).toBe(1);
    expectConsoleErrors(console, liveFailed, failedCalls);
  },
);

test(
  '[LIVE-5] a sound that cannot be played is logged, and the board goes on',
  { tag: '@wide' },
  async ({ page, createWard, report, sounds, console }) => {
    const ward = await createWard(['Room 1']);
    await page.addInitScript(() => {
      AudioBufferSourceNode.prototype.start = () => {
        throw new Error('the speaker is broken');
      };
    });
    await openBoard(page, ward);
    for (const [status, word] of [
      ['out_of_bed', 'Out of bed'],
      ['in_bed', 'In bed'],
    ] as const) {
      await report(ward.uuidOf('Room 1'), status);
      await expect(headerOf(page, 'Room 1').getByText(word)).toBeVisible();
      const reason = 'The notification sound could not be played, reason: the speaker is broken';
      expect(console.splice(0)).toEqual([reason]);
    }
    await expectLive(page);
    expect(sounds.count()).toBe(0);
  },
);

test(
  '[LIVE-5] a device without an audio output shows the board all the same, and says that it is mute',
  { tag: '@wide' },
  async ({ page, createWard, report, console }) => {
    const ward = await createWard(['Room 1']);
    await page.addInitScript(() => {
      window.AudioContext = class extends AudioContext {
        constructor() {
          super({ sampleRate: -1 });
        }
      };
    });
    await openBoard(page, ward);
    await report(ward.uuidOf('Room 1'), 'out_of_bed');
    await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();
    await expect(page.getByRole('button', { name: strip })).toBeVisible();
    expect(console.splice(0)).toEqual([
      expect.stringMatching(/^There is no audio output, reason: \S/),
      'The notification sound could not be played, reason: there is no audio output',
    ]);
  },
);
