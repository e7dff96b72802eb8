import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { signIn } from '../support/fixtures.ts';
import { expect, expectLive, headerOf, test, type TestWard } from '../support/test-ward.ts';
import * as z from 'zod/mini';

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

test('[PROD-3] a board shows that the browser blocks its sound, and one tap turns the sound on and sounds the fall that nobody could hear', async ({
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

  await ward.report('Room 1', 'man_down');
  await expect.poll(inspector.text).toContain('Fall detected');
  expect(sounds.alarms()).toEqual([]);

  const { x, y } = await inspector.centreOf(soundStrip);
  await board.mouse.move(x, y);
  await board.mouse.down();
  await expect.poll(inspector.hasGesture).toBe(true);
  // A tap takes several animation frames. The strip must not disappear before the finger is lifted.
  await inspector.frames(10);
  await board.mouse.up();
  await expect.poll(() => sounds.alarms()).toEqual(['high']);
  expect(sounds.count(), 'the alarm is the only sound').toBe(0);
  await expect(board.getByRole('button', { name: soundStrip })).toHaveCount(0);
  await expect(board.locator(':focus'), 'the focus is not lost').toHaveCount(1);
  await ward.report('Room 1', 'in_bed');
  await expect.poll(() => sounds.count()).toBe(1);
});

test('[LIVE-5] a board without an audio output shows that the sound is off, logs it and stays live', async ({
  page,
  openWard,
  console,
}) => {
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
  await expectLive(page);
  expect(console.splice(0)).toEqual([
    expect.stringMatching(/^There is no audio output, reason: \S/),
    'The notification sound could not be played, reason: there is no audio output',
  ]);
});

const Point = z.object({ x: z.number(), y: z.number() });

async function inspectPage(page: Page) {
  const inspector = await page.context().newCDPSession(page);
  return {
    /** The visible text of the page. */
    text: async () => String(await evaluate(inspector, 'document.body?.innerText ?? ""')),
    /** Whether the browser has seen a user gesture on the page. */
    hasGesture: async () => (await evaluate(inspector, 'navigator.userActivation.hasBeenActive')) === true,
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
