/**
 * A browser in simulated time. Its tabs have a history, load pages with the real session, and navigate to the simulated
 * provider. A page stops when its tab navigates away.
 */
import { delay } from '../../../src/web/api/delay.ts';
import type { SessionState } from '../../../src/web/identity/session/state-machine/session-events.ts';
import { memoryStorage } from '../memory-storage.ts';
import { createSharedByTabs, openSimulatedPage, type SharedByTabs, type SimulatedPage } from './simulated-page.ts';
import { createSimulatedApi, createSimulatedProvider, type ProviderBehaviour } from './simulated-provider.ts';

export type SimulatedBrowser = ReturnType<typeof createSimulatedBrowser>;
export type SimulatedTab = ReturnType<SimulatedBrowser['openTab']>;

/**
 * What a tab shows. `busy`: nothing, a spinner, or a board without a token and without a warning. `unavailable`: the warning
 * that the login service does not answer. `form`: the login form of the provider.
 */
type Display = 'busy' | 'board' | 'login' | 'failure' | 'unavailable' | 'form';

interface HistoryEntry {
  address: string;
  /** The state that the router stores in the history entry of the login page. */
  returnTo?: string | undefined;
}

const origin = 'https://page.example';
const pageLoadMs = 50;

export function createSimulatedBrowser(behaviour: ProviderBehaviour) {
  const shared = createSharedByTabs();
  const provider = createSimulatedProvider(behaviour);
  const api = createSimulatedApi();
  return {
    provider,
    api,
    openTab: (address: string, storage = memoryStorage()) => createTab({ shared, provider, api }, address, storage),
  };
}

interface Parts extends Pick<SimulatedBrowser, 'provider' | 'api'> {
  readonly shared: SharedByTabs;
}

function createTab(parts: Parts, openedAddress: string, storage: Storage) {
  const { provider } = parts;
  const history: HistoryEntry[] = [{ address: openedAddress }];
  let index = 0;
  let page: SimulatedPage | undefined;
  /** Counts navigations, so that a newer one cancels an older one. */
  let navigation = 0;
  /** The authorization requests with `prompt=none`, each with the time and the stored session. */
  const silentRequests: { readonly at: number; readonly navigation: number; readonly stored: string }[] = [];
  let userNavigations = 0;

  const entry = (): HistoryEntry => history[index] ?? { address: '/' };
  const pathOf = (address: string): string => new URL(address, origin).pathname;

  function leave(): void {
    page?.leave();
    page = undefined;
  }

  /** Loads an address, with the redirects of the provider. */
  async function load(address: string, commit: (finalAddress: string) => void): Promise<void> {
    const mine = (navigation += 1);
    const url = new URL(address, origin);
    let final = address;
    if (url.pathname === '/auth') {
      if (url.searchParams.get('prompt') === 'none') {
        silentRequests.push({
          at: Date.now(),
          navigation: userNavigations,
          stored: storage.getItem('room-status:session') ?? '',
        });
      }
      await delay(provider.authorizationDelayMs);
      if (mine !== navigation) return;
      final = provider.authorize(url) ?? address;
    }
    if (url.pathname === '/end-session') {
      provider.cookie.isSet = false;
      final = '/login';
    }
    leave();
    commit(final);
    await delay(pageLoadMs);
    if (mine === navigation && pathOf(final) !== '/auth') openPage();
  }

  function navigate(address: string): void {
    void load(address, (final) => {
      history.splice(index + 1);
      history.push({ address: final });
      index += 1;
    });
  }

  function openPage(): void {
    const opened = openSimulatedPage({
      ...parts,
      storage,
      navigate,
      cancelNavigation: () => void (navigation += 1),
      currentAddress: () => entry().address,
    });
    page = opened;
    opened.session.subscribe(() => opened.isOver() || route(opened.session.state()));
    opened.start();
    route(opened.session.state());
  }

  /** Navigates to another page of the app, as its router does. */
  function replace(address: string, returnTo?: string): void {
    history[index] = { address, returnTo };
    if (page !== undefined) route(page.session.state());
  }

  /** Simulates callback-page.tsx, login-page.tsx and require-session.tsx in a state of the session. */
  function route(state: SessionState): void {
    const { address, returnTo } = entry();
    const path = pathOf(address);
    if (path === '/callback' && state.kind === 'signed-in') return replace(state.returnTo ?? '/');
    if (path === '/login' && state.kind === 'signed-in') return replace(returnTo ?? '/');
    if (state.kind !== 'signed-out') return;
    if (path === '/login') return page?.session.clearStorage();
    if (path !== '/callback') return replace('/login', address);
    if (state.reason?.kind === 'sign-in-failed' || state.reason?.kind === 'unknown-callback') return;
    replace('/login', state.returnTo);
  }

  function display(): Display {
    const path = pathOf(entry().address);
    if (path === '/auth' && page === undefined) return 'form';
    const state = page?.session.state();
    if (page === undefined || state === undefined) return 'busy';
    if (path === '/login') return 'login';
    if ('isProviderUnavailable' in state && state.isProviderUnavailable) return 'unavailable';
    if (path === '/callback') return state.kind === 'signed-out' ? 'failure' : 'busy';
    return state.kind === 'signed-in' && page.hasToken() ? 'board' : 'busy';
  }

  /** Loads an entry of the history. Returns false when there is no such entry. */
  function go(step: -1 | 0 | 1): boolean {
    const target = history[index + step];
    if (target === undefined) return false;
    index += step;
    userNavigations += 1;
    leave();
    const shown = index;
    void load(target.address, (final) => {
      if (final !== target.address) history[shown] = { address: final };
    });
    return true;
  }

  openPage();
  return {
    storage,
    silentRequests,
    display,
    state: () => page?.session.state(),
    address: () => entry().address,
    /** The address to which a login or a failed login leads. */
    returnTo: (): string | undefined => {
      const state = page?.session.state();
      if (pathOf(entry().address) === '/login') return entry().returnTo;
      return state !== undefined && 'returnTo' in state ? state.returnTo : undefined;
    },
    back: () => go(-1),
    forward: () => go(1),
    reload: () => go(0),
    /** Presses the button of the login page, follows the link of a failed login, or fills in the provider's form. */
    logIn: () => {
      const shown = display();
      if (shown === 'failure' || (shown === 'unavailable' && pathOf(entry().address) === '/callback')) {
        const state = page?.session.state();
        replace('/login', state !== undefined && 'returnTo' in state ? state.returnTo : undefined);
      }
      if (display() === 'login') {
        page?.session.signIn({ returnTo: entry().returnTo ?? '/' }).catch(() => undefined);
      }
      if (shown === 'form') {
        provider.cookie.isSet = true;
        navigate(entry().address);
      }
    },
    logOut: () => {
      if (display() === 'board') void page?.session.signOut(() => delay(100));
    },
  };
}
