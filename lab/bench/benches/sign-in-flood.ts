/** Measures the delays of viewers while strangers guess passwords, and while they open sign-ins that nobody completes. */
import { createCookieBrowser } from '../../../tests/support/identity/cookie-browser.ts';
import { authorizationRequest, openForm } from '../../../tests/support/identity/sign-in.ts';
import { call, quantileOf, repeatAtRate } from '../../shared/calls.ts';
import { type BenchServer, withServer } from '../bench-server.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const addressCount = 1_000;
const attemptsPerSecond = 50;
const formsPerSecond = 200;
const wardCount = 10;
const viewerCount = 100;
const reportsPerSecond = 10;
const filesPerSecond = 5;
const minSeconds = 8;
const withoutFlood = 'without a flood';

const floods = ['a sign-in flood', 'a flood of unfinished sign-ins'] as const;
type Flood = (typeof floods)[number];
const rowNames = (flood: Flood) =>
  ({ live: `live update p95 in ${flood}`, file: `file of the web app p95 in ${flood}` }) as const;

export const signInFlood: Bench = {
  name: 'sign-in-flood',
  about: `${viewerCount} viewers watch ${wardCount} wards that get ${reportsPerSecond} reports a second, and the script of the web app is fetched ${filesPerSecond} times a second: first alone, then while an attacker tries ${attemptsPerSecond} passwords a second from ${addressCount} addresses, each for another username, then while an attacker opens ${formsPerSecond} sign-ins a second from as many addresses and completes none.`,
  rows: floods.flatMap((flood) => [
    { name: rowNames(flood).live, unit: 'ms', goal: { atMost: 50 } },
    { name: rowNames(flood).file, unit: 'ms', goal: { atMost: 100 } },
  ]),
  measure: (options) => {
    const seconds = Math.max(minSeconds, options.seconds);
    // The attack sends other addresses in X-Forwarded-For, which the server trusts from this machine.
    const settings = { TRUSTED_PROXIES: '127.0.0.1,::1' };
    return withServer({ wardCount, settings }, async (server) => {
      const script = await scriptOf(server.url);
      const attempts: Record<Flood, () => Promise<void>> = {
        'a sign-in flood': await createPasswordAttempt(server),
        'a flood of unfinished sign-ins': createUnfinishedSignIn(server),
      };
      await server.load.open(viewerCount, viewerCount / wardCount);
      const alone = await measureViewers(server, { seconds, script });
      const samples: Sample[] = [];
      for (const flood of floods) {
        const attack = {
          perSecond: flood === 'a sign-in flood' ? attemptsPerSecond : formsPerSecond,
          run: attempts[flood],
        };
        const measured = await measureViewers(server, { seconds, script, attack });
        for (const figure of ['live', 'file'] as const) {
          const row = rowNames(flood)[figure];
          samples.push({ row, subject: ours, value: measured[figure] });
          samples.push({ row, subject: withoutFlood, value: alone[figure] });
        }
      }
      return samples;
    });
  },
};

interface Phase {
  readonly seconds: number;
  /** The address of the script of the web app. */
  readonly script: string;
  readonly attack?: { readonly perSecond: number; readonly run: () => Promise<void> };
}

/** Returns the p95 in ms of the delays of updates to viewers, and of loading the script. */
async function measureViewers({ load }: BenchServer, { seconds, script, attack }: Phase) {
  const fileMs: number[] = [];
  const [sent] = await Promise.all([
    load.send({ seconds, connections: wardCount, rate: reportsPerSecond }),
    attack && repeatAtRate(seconds, attack.perSecond, attack.run),
    repeatAtRate(seconds, filesPerSecond, async () => {
      const start = performance.now();
      await call(script, {});
      fileMs.push(performance.now() - start);
    }),
  ]);
  return { live: sent.deliveryMs.p95, file: quantileOf(fileMs, 0.95) };
}

/** Creates the addresses of the attacker, another one for each call. */
function createAddresses(): () => { readonly index: number; readonly headers: { readonly 'x-forwarded-for': string } } {
  let count = 0;
  return () => {
    const index = count % addressCount;
    count += 1;
    return { index, headers: { 'x-forwarded-for': `198.18.${index >> 8}.${index & 255}` } };
  };
}

/** Returns a function that submits one wrong password, at each call for another username. */
async function createPasswordAttempt({ url }: BenchServer): Promise<() => Promise<void>> {
  const form = await openForm(url);
  const nextAddress = createAddresses();
  return async () => {
    const { index, headers } = nextAddress();
    const body = new URLSearchParams({ username: `attacker ${index}`, password: 'guess' });
    const response = await form.browser.visit(form.formUrl, { method: 'POST', headers, body });
    await response.text();
  };
}

/** Returns a function that opens a sign-in with the longest `state` that is accepted. */
function createUnfinishedSignIn({ url }: BenchServer): () => Promise<void> {
  const nextAddress = createAddresses();
  const { query } = authorizationRequest('room-status-web', `${url}/callback`, { state: 'x'.repeat(1_024) });
  return async () => {
    const response = await createCookieBrowser().visit(`${url}/idp/auth?${query}`, nextAddress());
    await response.text();
    if (response.status !== 303) throw new Error(`the sign-in was answered with ${response.status}`);
  };
}

async function scriptOf(url: string): Promise<string> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const path = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (path === undefined) throw new Error('the page has no script');
  return url + path;
}
