/** Measures the delays of viewers and of a nurse's sign-in while an attacker guesses passwords from many addresses. */
import { setTimeout as pause } from 'node:timers/promises';
import { createCookieBrowser, type CookieBrowser } from '../../../tests/support/identity/cookie-browser.ts';
import { openForm, signIn, SignInRejected, signOutUrl } from '../../../tests/support/identity/sign-in.ts';
import { call, repeatAtRate, repeatFor } from '../../shared/calls.ts';
import { nurse } from '../../shared/home.ts';
import { type BenchServer, withServer } from '../bench-server.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const addressCount = 1_000;
const attemptsPerSecond = 50;
const wardCount = 10;
const viewerCount = 100;
const reportsPerSecond = 10;
const filesPerSecond = 5;
const signInPauseMs = 500;
const retryAfterMs = 1_000;
const maxSignInMs = 120_000;
/** A new device waits behind the flood, so this phase is longer than others. */
const minSeconds = 8;

const uses = ['without a flood', 'in a sign-in flood'] as const;
type Use = (typeof uses)[number];
const names = {
  live: 'live update p95',
  file: 'file of the web app p95',
  known: 'slowest sign-in on a known device',
  new: 'slowest sign-in on a new device',
} as const;
const rowName = (what: keyof typeof names, use: Use) => `${names[what]} ${use}`;

export const signInFlood: Bench = {
  name: 'sign-in-flood',
  about: `${viewerCount} viewers watch ${wardCount} wards that get ${reportsPerSecond} reports a second, and the script of the web app is fetched ${filesPerSecond} times a second. A nurse signs in again and again, on a known device and on a new one; after a refusal she tries again a second later. First without a flood, then while an attacker tries ${attemptsPerSecond} passwords a second from ${addressCount} addresses, each for another username.`,
  rows: [
    { name: rowName('live', uses[0]), unit: 'ms' },
    { name: rowName('live', uses[1]), unit: 'ms', goal: { atMost: 50 } },
    { name: rowName('file', uses[0]), unit: 'ms' },
    { name: rowName('file', uses[1]), unit: 'ms', goal: { atMost: 100 } },
    ...uses.flatMap((use) => (['known', 'new'] as const).map((what) => ({ name: rowName(what, use), unit: 'ms' }))),
  ],
  maxRounds: 2,
  measure: ({ seconds }) => {
    // The attacker's addresses are in X-Forwarded-For.
    const settings = { TRUSTED_PROXIES: '127.0.0.1,::1' };
    return withServer({ wardCount, settings }, async (server) => {
      const duration = Math.max(minSeconds, seconds);
      const quiet = await measureUse(server, uses[0], duration, async () => undefined);
      const floodAttempt = await createFloodAttempt(server);
      const flood = () => repeatAtRate(duration, attemptsPerSecond, floodAttempt);
      return [...quiet, ...(await measureUse(server, uses[1], duration, flood))];
    });
  },
};

async function measureUse({ url, load }: BenchServer, use: Use, seconds: number, disturb: () => Promise<unknown>) {
  const knownDevice = createCookieBrowser();
  await signInOnce(url, knownDevice);
  const script = await scriptOf(url);
  await load.open(viewerCount, viewerCount / wardCount);
  const times: Record<'file' | 'known' | 'new', number[]> = { file: [], known: [], new: [] };
  const repeatSignIn = (list: number[], browserOf: () => CookieBrowser) =>
    repeatFor(seconds, 1, async () => {
      await measureTime(list, () => signInOnce(url, browserOf()));
      await pause(signInPauseMs);
    });
  const [sent] = await Promise.all([
    load.send({ seconds, connections: wardCount, rate: reportsPerSecond }),
    disturb(),
    repeatAtRate(seconds, filesPerSecond, () => measureTime(times.file, () => call(script, {}))),
    repeatSignIn(times.known, () => knownDevice),
    repeatSignIn(times.new, createCookieBrowser),
  ]);
  await load.close();
  const sample = (what: keyof typeof names, value: number): Sample => ({
    row: rowName(what, use),
    subject: ours,
    value,
  });
  return [
    sample('live', sent.deliveryMs.p95),
    sample('file', quantile(times.file, 0.95)),
    sample('known', quantile(times.known, 1)),
    sample('new', quantile(times.new, 1)),
  ];
}

function quantile(list: readonly number[], share: number): number {
  return list.toSorted((one, other) => one - other)[Math.ceil(list.length * share) - 1] ?? 0;
}

/** Signs the nurse in, with retries after each refusal, and then out, so that the browser keeps no session. */
async function signInOnce(url: string, browser: CookieBrowser): Promise<void> {
  const end = performance.now() + maxSignInMs;
  for (;;) {
    try {
      const { idToken } = await signIn(url, nurse.username, nurse.password, browser);
      await browser.visit(signOutUrl(url, idToken));
      return;
    } catch (error) {
      if (!(error instanceof SignInRejected) || performance.now() > end) throw error;
      await pause(retryAfterMs);
    }
  }
}

/** Returns a function that submits one wrong password, at each call from another address and for another username. */
async function createFloodAttempt({ url }: BenchServer): Promise<() => Promise<void>> {
  const form = await openForm(url);
  let count = 0;
  return async () => {
    const index = count % addressCount;
    count += 1;
    const headers = { 'x-forwarded-for': `198.18.${index >> 8}.${index & 255}` };
    const body = new URLSearchParams({ username: `attacker ${index}`, password: 'guess' });
    const response = await form.browser.visit(form.formUrl, { method: 'POST', headers, body });
    await response.text();
  };
}

async function scriptOf(url: string): Promise<string> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const path = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (path === undefined) throw new Error('the page has no script');
  return url + path;
}

async function measureTime(list: number[], work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  list.push(performance.now() - start);
}
