/** The fixtures of all end-to-end tests: the real app, a browser, and a counter of notification sounds. */
import { test as base, expect, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app/start-app.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

export { expect };

export interface Fixtures {
  /**
   * The number of sounds that reached the audio output. NOTE: a binding counts them, because the browser treats
   * `evaluate` as a user gesture and would unblock the sound.
   */
  readonly sounds: Awaited<ReturnType<typeof countSounds>>;
  /**
   * Console errors and warnings. A test removes the messages that it expects; any other message fails the test. After
   * `network` was interrupted, the messages about failed requests are expected.
   */
  readonly console: string[];
}

export interface WorkerFixtures {
  /** Settings of the app for test files that need other settings than the defaults. */
  readonly appOptions: TestAppOptions;
  /** The app, which the browser reaches through `network`. */
  readonly app: TestApp;
  /** The network between browser and app, which a test can interrupt. It is restored after each test. */
  readonly network: TcpProxy & { wasInterrupted: boolean };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  network: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern
    async ({}, provide) => {
      const proxy = await startTcpProxy(() => target.port);
      const interrupt = (how: () => void) => () => {
        network.wasInterrupted = true;
        how();
      };
      const network = { ...proxy, wasInterrupted: false, cut: interrupt(proxy.cut), silence: interrupt(proxy.silence) };
      await provide(network);
      await proxy.close();
    },
    { scope: 'worker' },
  ],
  appOptions: [{}, { scope: 'worker', option: true }],
  app: [
    async ({ network, appOptions }, provide) => {
      const app = await startTestApp({
        ...appOptions,
        settings: { ...appOptions.settings, ROOM_STATUS_URL: `http://localhost:${network.port}` },
      });
      target.port = app.port;
      await provide(app);
      await app.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app, network }, provide) => {
    await provide(app.url);
    network.mend();
  },
  sounds: [async ({ context }, provide) => provide(await countSounds(context)), { auto: true }],
  console: [
    async ({ context, network }, provide) => {
      network.wasInterrupted = false;
      const messages: string[] = [];
      context.on('console', (message) => {
        if (isErrorOrWarning(message)) messages.push(message.text());
      });
      context.on('weberror', (error) => messages.push(String(error.error())));
      await provide(messages);
      const isExpected = (message: string) => network.wasInterrupted && failedRequest.test(message);
      expect(
        messages.filter((message) => !isExpected(message)),
        'the console is clean',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

const failedRequest =
  /^(Failed to load resource: |The live connection failed, reason: |Problem retrieving \w+, reason: )/;

/** The port of the app. Known when the app runs. */
const target = { port: 0 };

/** Counts the sounds of all pages of a browser context. Has to be called before the first page is opened. */
export async function countSounds(context: BrowserContext) {
  let played = 0;
  await context.exposeBinding('roomStatusSoundStarted', () => {
    played += 1;
  });
  await context.addInitScript(countSoundStarts);
  return { count: () => played };
}

/** Counts the starts of sounds. Runs in the page before any other script. */
function countSoundStarts(): void {
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    const report: unknown = Reflect.get(window, 'roomStatusSoundStarted');
    if (typeof report === 'function') Reflect.apply(report, window, []);
    return start.apply(this, when);
  };
}

function isErrorOrWarning(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning';
}

/** Opens an address and logs in with the form of the provider. */
export async function signIn(page: Page, username: string, address = '/'): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: /log in with/ }).click();
  await fillInForm(page, username);
  await page.waitForURL((url) => !/\/(idp|login|callback)/.test(url.pathname));
}

/** Fills in and submits the form of the provider. */
export async function fillInForm(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('room-status');
  await page.keyboard.press('Enter');
}
