/** What every end-to-end test starts from: the real app, a browser, and sounds for the sound. */
import { test as base, expect, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app/start-app.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

export { expect };

export interface SoundCounter {
  /** How many notification sounds have started so far, in all pages of the context. */
  count(): number;
}

export interface Fixtures {
  /** Sounds that really went to the audio output. Counted without touching the page: a driver's
   * `evaluate` counts as a gesture and would unlock what a nurse's browser keeps locked. */
  readonly sounds: SoundCounter;
  /** Console errors and warnings; a test that expects some takes them out, the rest fail it. */
  readonly console: string[];
  /** Sends one report for a stream, as a device does. */
  readonly report: (stream: string, status: number | string, more?: Record<string, unknown>) => Promise<void>;
}

export interface WorkerFixtures {
  /** For files that need another app than the usual one. */
  readonly appOptions: TestAppOptions;
  /** The app behind a network path that a test can cut. */
  readonly app: TestApp;
  readonly path: TcpProxy;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  path: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what is needed
    async ({}, provide) => {
      const path = await startTcpProxy(() => target.port);
      await provide(path);
      await path.close();
    },
    { scope: 'worker' },
  ],
  appOptions: [{}, { scope: 'worker', option: true }],
  app: [
    async ({ path, appOptions }, provide) => {
      const app = await startTestApp({
        ...appOptions,
        settings: { ...appOptions.settings, ROOM_STATUS_URL: `http://localhost:${path.port}` },
      });
      target.port = app.port;
      await provide(app);
      await app.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
  sounds: [async ({ context }, provide) => provide(await countSounds(context)), { auto: true }],
  console: [
    async ({ context }, provide) => {
      const messages: string[] = [];
      context.on('console', (message) => {
        if (isErrorOrWarning(message)) messages.push(message.text());
      });
      context.on('weberror', (error) => messages.push(String(error.error())));
      await provide(messages);
      expect(messages, 'the console is clean').toEqual([]);
    },
    { auto: true },
  ],
  report: async ({ app }, provide) => {
    await provide(async (stream, status, more = {}) => {
      const answer = await fetch(`http://localhost:${app.port}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.deviceKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ stream, status, ...more }),
      });
      expect(answer.status).toBe(200);
    });
  },
});

/** Where the path leads; known once the app has a port. */
const target = { port: 0 };

/** SoundCounter for another context than the test's own. To be called before its first page is opened. */
export async function countSounds(context: BrowserContext): Promise<SoundCounter> {
  let heard = 0;
  await context.exposeBinding('roomStatusSoundStarted', () => {
    heard += 1;
  });
  await context.addInitScript(countSoundStarts);
  return { count: () => heard };
}

/** Runs in the page, before anything else does. */
function countSoundStarts(): void {
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    const told: unknown = Reflect.get(window, 'roomStatusSoundStarted');
    if (typeof told === 'function') Reflect.apply(told, window, []);
    return start.apply(this, when);
  };
}

function isErrorOrWarning(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** Goes to an address and signs in on the way, by the real form. */
export async function signIn(page: Page, username: string, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /log in with/ }).click();
  await fillInForm(page, username);
  await page.waitForURL((url) => !/\/(idp|login|callback)/.test(url.pathname));
}

/** Fills in the provider's form and sends it. */
export async function fillInForm(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('room-status');
  await page.keyboard.press('Enter');
}
