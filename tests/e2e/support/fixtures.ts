/** The fixtures of all end-to-end tests: the real app, a browser, and a collector of sounds. */
import { test as base, expect, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app/start-app.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

export { expect };
export { openSignedIn } from './open-signed-in.ts';

export interface Fixtures {
  /**
   * The sounds that reached the audio output. NOTE: a binding collects them, because the browser treats
   * `evaluate` as a user gesture and would unblock the sound.
   */
  readonly sounds: Awaited<ReturnType<typeof collectSounds>>;
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
  sounds: [async ({ context }, provide) => provide(await collectSounds(context)), { auto: true }],
  console: [
    async ({ context, network, serviceWorkers }, provide) => {
      network.wasInterrupted = false;
      const messages: string[] = [];
      context.on('console', (message) => {
        const isExpected = serviceWorkers === 'block' && blockedServiceWorker.test(message.text());
        if (isErrorOrWarning(message) && !isExpected) messages.push(message.text());
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

/** The browser and the app warn when the service worker is blocked. */
const blockedServiceWorker = /^Service Worker registration blocked|^The page will not load while the server is down/;

const failedRequest =
  /^(Failed to load resource: |The live connection failed, reason: |Problem retrieving \w+, reason: |[\w ]+ could not be loaded, reason: )/;

/** The port of the app, which is known when the app runs. */
const target = { port: 0 };

/** A sound that a page played: its number of pulses, its volume between 0 and 1, and its start. */
interface Sound {
  readonly pulses: number;
  readonly volume: number;
  /** The start of the sound in epoch milliseconds. */
  readonly at: number;
}

/** The alarms by their number of pulses. The notification sound has another number: one long pulse. */
const alarms = new Map([
  [2, 'technical'],
  [3, 'medium'],
  [10, 'high'],
]);

/**
 * Collects the sounds of all pages of a browser context, whose device has passed the sound check. Has to be called before
 * the first page is opened.
 */
export async function collectSounds(context: BrowserContext) {
  const played: Sound[] = [];
  await context.exposeBinding('roomStatusSoundStarted', (_, pulses: number, volume: number) => {
    played.push({ pulses, volume, at: Date.now() });
  });
  await context.addInitScript(reportSoundStarts);
  await context.addInitScript(() => {
    // The page `about:blank` has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('room-status:sound-check', `${Date.now()} heard`);
  });
  return {
    /** Returns the number of notification sounds that were played. */
    count: () => played.filter(({ pulses }) => !alarms.has(pulses)).length,
    /** Returns the alarms in the order in which they sounded. */
    alarms: () => played.flatMap(({ pulses }) => alarms.get(pulses) ?? []),
    /** Returns the times at which the alarms began, in epoch milliseconds. */
    alarmTimes: () => played.flatMap(({ pulses, at }) => (alarms.has(pulses) ? [at] : [])),
    volumes: () => played.map(({ volume }) => Math.round(volume * 100) / 100),
  };
}

/** Reports each start of a sound, with the pulses of its samples. Runs in the page before any other script. */
function reportSoundStarts(): void {
  const { start, connect } = AudioBufferSourceNode.prototype;
  const volumes = new WeakMap<AudioNode, number>();
  /** Counts the pulses of a sound: parts above a tenth of the full scale, separated by 20 ms of silence or more. */
  const pulsesOf = (samples: Float32Array, sampleRate: number): number => {
    let count = 0;
    let lastLoud = Number.NEGATIVE_INFINITY;
    // Reads the samples by index, because an iterator is slow and the page can be about to load again.
    for (let index = 0; index < samples.length; index += 1) {
      if (Math.abs(samples[index] ?? 0) < 0.1) continue;
      if (index - lastLoud > 0.02 * sampleRate) count += 1;
      lastLoud = index;
    }
    return count;
  };
  Reflect.set(AudioBufferSourceNode.prototype, 'connect', function (this: AudioBufferSourceNode, node: AudioNode) {
    if (node instanceof GainNode) volumes.set(this, node.gain.value);
    Reflect.apply(connect, this, [node]);
    return node;
  });
  AudioBufferSourceNode.prototype.start = function (...when) {
    const report: unknown = Reflect.get(window, 'roomStatusSoundStarted');
    const { buffer } = this;
    if (typeof report === 'function' && buffer !== null) {
      const pulses = pulsesOf(buffer.getChannelData(0), buffer.sampleRate);
      Reflect.apply(report, window, [pulses, volumes.get(this) ?? 1]);
    }
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

/** Logs out, and confirms the question that the last board of a ward asks before a logout. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Log out' });
  await expect(confirm.or(page.getByRole('button', { name: /^log in with/ }))).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
}
