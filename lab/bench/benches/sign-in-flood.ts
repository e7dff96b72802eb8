/** Measures the delays of viewers and of a nurse's sign-in while an attacker guesses passwords from many addresses. */
import { setTimeout as pause } from 'node:timers/promises';
import { createCookieBrowser, type CookieBrowser } from '../../../tests/support/identity/cookie-browser.ts';
import { openForm, signIn, SignInRejected, signOutUrl } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';
import { type BenchServer, eventStreamUrl, measureOn, sqliteStorage, wardsOfViewers } from '../bench-server.ts';
import { call } from '../load/call.ts';
import { newReports } from '../load/new-reports.ts';
import { openViewers } from '../load/open-viewers.ts';
import { repeatAtRate, repeatFor } from '../load/repeat.ts';
import type { Figure } from '../measure/figures.ts';

const addressCount = 1_000;
const attemptsPerSecond = 50;
const wardCount = 10;
const viewerCount = 100;
const filesPerSecond = 5;
const signInPauseMs = 500;
const retryAfterMs = 1_000;
const maxSignInMs = 120_000;

export const aboutSignInFlood = `${viewerCount} viewers watch ${wardCount} wards that each get a report each second, and the script of the web app is fetched ${filesPerSecond} times a second. A nurse signs in again and again, on a known device and on a new one; after a refusal she tries again a second later. First without a flood, then while an attacker tries ${attemptsPerSecond} passwords a second from ${addressCount} addresses, each for another username.`;

export function measureSignInFlood(seconds: number): Promise<Figure[]> {
  // The attacker's addresses are in X-Forwarded-For.
  const settings = { TRUSTED_PROXIES: '127.0.0.1,::1' };
  const startStorage = async (folder: string) => ({ ...(await sqliteStorage(folder)), settings });
  return measureOn(startStorage, wardCount, async (server) => {
    const quiet = await measureUse(server, 'no flood', seconds, async () => undefined);
    const floodAttempt = await createFloodAttempt(server);
    const flood = () => repeatAtRate(seconds, attemptsPerSecond, floodAttempt);
    return [...quiet, ...(await measureUse(server, 'sign-in flood', seconds, flood))];
  });
}

async function measureUse(server: BenchServer, way: string, seconds: number, disturb: () => Promise<unknown>) {
  const { url, home } = server;
  const knownDevice = createCookieBrowser();
  await signInOnce(url, knownDevice);
  const { accessToken } = await signIn(url, nurse.username, nurse.password);
  const wards = wardsOfViewers(home, viewerCount, viewerCount / wardCount);
  const script = await scriptOf(url);
  const viewers = await openViewers(
    wards.map((ward) => eventStreamUrl(url, ward)),
    accessToken,
  );
  const rounds = home.wards.map(({ rooms }) => newReports(rooms));
  const sendReport = (round: ReturnType<typeof newReports>) => {
    const body = JSON.stringify({ ...round.next().value, at: new Date().toISOString() });
    return call(`${url}/api/reports`, { bearer: home.deviceKey, body });
  };
  const times: Record<'file' | 'known' | 'new', number[]> = { file: [], known: [], new: [] };
  const repeatSignIn = (list: number[], browserOf: () => CookieBrowser) =>
    repeatFor(seconds, 1, async () => {
      await measureTime(list, () => signInOnce(url, browserOf()));
      await pause(signInPauseMs);
    });
  await Promise.all([
    disturb(),
    repeatAtRate(seconds, 1, () => Promise.all(rounds.map(sendReport))),
    repeatAtRate(seconds, filesPerSecond, () => measureTime(times.file, () => call(script, {}))),
    repeatSignIn(times.known, () => knownDevice),
    repeatSignIn(times.new, createCookieBrowser),
  ]);
  viewers.close();
  const figure = (measure: string, list: readonly number[], share: number): Figure => {
    const sorted = list.toSorted((one, other) => one - other);
    return { subject: server.name, way, measure, value: sorted[Math.ceil(sorted.length * share) - 1] ?? 0, unit: 'ms' };
  };
  return [
    figure('live update p50', viewers.latencies, 0.5),
    figure('live update p95', viewers.latencies, 0.95),
    figure('file of the web app p95', times.file, 0.95),
    figure('sign-in on a known device, slowest', times.known, 1),
    figure('sign-in on a new device, slowest', times.new, 1),
  ];
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
