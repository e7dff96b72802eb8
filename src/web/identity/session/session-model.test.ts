import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copyOf } from '../../../../tests/support/memory-storage.ts';
import {
  createSimulatedBrowser,
  type SimulatedBrowser,
  type SimulatedTab,
} from '../../../../tests/support/session/simulated-browser.ts';
import { tokenLifetimeMs } from '../../../../tests/support/session/simulated-provider.ts';
import { isReplaceable, parseSession } from './state-machine/stored-session.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T03:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const ward = '/client/1/location/2/ward/3?from=pager#room-7';
const returnToKey = 'room-status:sign-in:return-to';
const maxBusyMs = 10_000;

const delayMs = fc.nat({ max: 2_000 });
const behaviour = fc.record({
  hasRefreshTokens: fc.boolean(),
  refusesRefresh: fc.boolean(),
  delaysMs: fc.record({ discovery: delayMs, authorization: delayMs, token: delayMs }),
});

const actions = [
  'wait',
  'log in',
  'log out',
  'back',
  'forward',
  'reload',
  'duplicate the tab',
  'the network fails',
  'the network is back',
  'the session at the provider ends',
  'the API revokes the token',
  'the API refuses all tokens',
  'the API accepts tokens',
] as const;
const step = fc.record({
  action: fc.constantFrom(...actions, 'log in', 'wait'),
  tab: fc.nat({ max: 1 }),
  /** Long delays reach a renewal or an expiry. Short ones make the next step happen during a request. */
  afterMs: fc.oneof(fc.nat({ max: 2_500 }), fc.constantFrom(12_000, 300_000, 541_000, 620_000)),
});

interface ObservedTab {
  readonly tab: SimulatedTab;
  busyMs: number;
  /** The expected return address. Undefined after a logout: any address. */
  wanted: string | undefined;
  /** `wanted` at the last login. The pages of the provider in the history lead there, whatever was opened since. */
  wantedAtLogin: string | undefined;
  /** The tab showed the board, and the user has not navigated away. */
  wasBoard: boolean;
  /** The user has logged out in this tab. */
  hasLoggedOut: boolean;
}

interface World {
  readonly browser: SimulatedBrowser;
  readonly tabs: ObservedTab[];
}

function observe(tab: SimulatedTab): ObservedTab {
  return { tab, busyMs: 0, wanted: ward, wantedAtLogin: ward, wasBoard: false, hasLoggedOut: false };
}

const tabActions: Readonly<Partial<Record<(typeof actions)[number], (observed: ObservedTab, world: World) => void>>> = {
  'log in': (observed) => {
    if (observed.tab.display() === 'login') observed.wantedAtLogin = observed.wanted;
    observed.tab.logIn();
  },
  'log out': (observed) => {
    if (observed.tab.display() !== 'board') return;
    observed.tab.logOut();
    Object.assign(observed, { wanted: undefined, wasBoard: false, hasLoggedOut: true });
  },
  back: (observed) => moveInHistory(observed, observed.tab.back),
  forward: (observed) => moveInHistory(observed, observed.tab.forward),
  reload: (observed) => moveInHistory(observed, observed.tab.reload),
  'duplicate the tab': ({ tab }, { browser, tabs }) => {
    if (tabs.length === 1 && tab.display() === 'board') tabs.push(observe(browser.openTab(ward, copyOf(tab.storage))));
  },
  'the API revokes the token': ({ tab }, { browser }) => {
    const token = parseSession(tab.storage.getItem('room-status:session'))?.user.access_token;
    if (token !== undefined) browser.api.revoked.add(token);
  },
};

function moveInHistory(observed: ObservedTab, move: () => boolean): void {
  const { tab } = observed;
  if (!move()) return;
  if (tab.address() === ward) observed.wanted = ward;
  else if (tab.address() === '/login') observed.wanted = tab.returnTo() ?? '/';
  // A logout deletes the return address of these pages.
  else if (observed.hasLoggedOut && tab.storage.getItem(returnToKey) === null) observed.wanted = undefined;
  // The pages of the provider and the callback page keep the return address of the last login.
  else observed.wanted = observed.wantedAtLogin;
  observed.wasBoard = false;
}

const worldActions: Readonly<Partial<Record<(typeof actions)[number], (browser: SimulatedBrowser) => void>>> = {
  'the network fails': ({ provider }) => void (provider.network.isDown = true),
  'the network is back': ({ provider }) => void (provider.network.isDown = false),
  'the session at the provider ends': ({ provider }) => void (provider.cookie.isSet = false),
  'the API refuses all tokens': ({ api }) => void (api.refusesAll = true),
  'the API accepts tokens': ({ api }) => void (api.refusesAll = false),
};

/** Advances the clock in steps, and checks the tabs after each step. */
async function advance(world: World, durationMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < durationMs;) {
    // The steps are short while a tab is loading or renewing.
    const isDense = passedMs < 3_000 || world.tabs.some(({ tab }) => tab.display() === 'busy');
    const tickMs = Math.min(isDense ? 250 : 4_000, durationMs - passedMs);
    await vi.advanceTimersByTimeAsync(tickMs);
    passedMs += tickMs;
    for (const observed of world.tabs) checkTab(observed, tickMs, world);
  }
}

function checkTab(observed: ObservedTab, tickMs: number, { browser }: World): void {
  const { tab, wanted } = observed;
  const display = tab.display();
  const state = tab.state();
  observed.busyMs = display === 'busy' ? observed.busyMs + tickMs : 0;
  expect(observed.busyMs, `busy in the state ${state?.kind} at ${tab.address()}`).toBeLessThanOrEqual(maxBusyMs);
  if (display === 'board') observed.wasBoard = true;
  if (display === 'login' && observed.wasBoard && state?.kind === 'signed-out') {
    expect(state.reason, 'the login names the reason').toBeDefined();
  }
  if (wanted !== undefined && display !== 'busy' && display !== 'form') {
    const found = display === 'board' || tab.address() === ward ? tab.address() : (tab.returnTo() ?? '/');
    expect(found, `the wanted address while the tab shows: ${display}`).toBe(wanted);
  }
  checkSilentRequests(tab, browser);
}

/** Each token causes at most one redirect: at its expiry, or after the API accepted it and refused it later. */
function checkSilentRequests({ silentRequests }: SimulatedTab, { api }: SimulatedBrowser): void {
  const causes = silentRequests.map(({ at, navigation, stored }) => {
    const session = parseSession(stored);
    if (session === undefined) throw new Error('a renewal without a session');
    // Expiries are whole seconds.
    const isDue = at - session.issuedAt >= tokenLifetimeMs - 61_000;
    const token = session.user.access_token;
    expect(isDue || (isReplaceable({ ...session, apiAnswer: 'accepted' }) && api.wasReplaceable(token))).toBe(true);
    return `${token} ${navigation}`;
  });
  expect(new Set(causes).size).toBe(causes.length);
}

/** A limit that a machine that is several times slower still meets. */
const timeoutMs = 180_000;

it(
  '[ROUTE-9] [AUTH-2] no sequence of events makes the session loop, hang, or lose the return address',
  { timeout: timeoutMs },
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(behaviour, fc.array(step, { minLength: 3, maxLength: 14 }), async (provider, steps) => {
        const browser = createSimulatedBrowser(provider);
        const world: World = { browser, tabs: [observe(browser.openTab(ward))] };
        await advance(world, 1_000);
        // Most sequences begin with a login.
        for (const action of ['log in', 'log in', ...steps] as const) {
          const {
            action: name,
            tab,
            afterMs,
          } = typeof action === 'string' ? { action, tab: 0, afterMs: 4_000 } : action;
          const observed = world.tabs[tab] ?? world.tabs[0];
          if (observed !== undefined) tabActions[name]?.(observed, world);
          worldActions[name]?.(browser);
          await advance(world, afterMs);
          for (const { tab: shown } of world.tabs) seen.add(shown.display());
        }
        await advance(world, maxBusyMs + 1_000);
        vi.clearAllTimers();
      }),
      { numRuns: 150 },
    );
    // The sequences must reach every kind of page.
    expect([...seen].toSorted()).toEqual(['board', 'busy', 'failure', 'form', 'login', 'unavailable']);
  },
);
