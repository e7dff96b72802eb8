/** Measures the delays of viewers while an attacker guesses passwords from many addresses. */
import { openForm } from '../../../tests/support/identity/sign-in.ts';
import { call, quantileOf, repeatAtRate } from '../../shared/calls.ts';
import { type BenchServer, withServer } from '../bench-server.ts';
import { type Bench, ours } from '../row.ts';

const addressCount = 1_000;
const attemptsPerSecond = 50;
const wardCount = 10;
const viewerCount = 100;
const reportsPerSecond = 10;
const filesPerSecond = 5;
const minSeconds = 8;

const rowNames = {
  live: 'live update p95 in a sign-in flood',
  file: 'file of the web app p95 in a sign-in flood',
} as const;

export const signInFlood: Bench = {
  name: 'sign-in-flood',
  about: `${viewerCount} viewers watch ${wardCount} wards that get ${reportsPerSecond} reports a second, and the script of the web app is fetched ${filesPerSecond} times a second, while an attacker tries ${attemptsPerSecond} passwords a second from ${addressCount} addresses, each for another username.`,
  rows: [
    { name: rowNames.live, unit: 'ms', goal: { atMost: 50 } },
    { name: rowNames.file, unit: 'ms', goal: { atMost: 100 } },
  ],
  measure: (options) => {
    const seconds = Math.max(minSeconds, options.seconds);
    // The attacker's addresses are in X-Forwarded-For.
    const settings = { TRUSTED_PROXIES: '127.0.0.1,::1' };
    return withServer({ wardCount, settings }, async (server) => {
      const { url, load } = server;
      const script = await scriptOf(url);
      const tryPassword = await createAttempt(server);
      await load.open(viewerCount, viewerCount / wardCount);
      const fileMs: number[] = [];
      const [sent] = await Promise.all([
        load.send({ seconds, connections: wardCount, rate: reportsPerSecond }),
        repeatAtRate(seconds, attemptsPerSecond, tryPassword),
        repeatAtRate(seconds, filesPerSecond, async () => {
          const start = performance.now();
          await call(script, {});
          fileMs.push(performance.now() - start);
        }),
      ]);
      return [
        { row: rowNames.live, subject: ours, value: sent.deliveryMs.p95 },
        { row: rowNames.file, subject: ours, value: quantileOf(fileMs, 0.95) },
      ];
    });
  },
};

/** Returns a function that submits one wrong password, at each call from another address and for another username. */
async function createAttempt({ url }: BenchServer): Promise<() => Promise<void>> {
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
