/** Who is signed in on this page, and a fresh access token for every call. Knows neither React nor the screen. */
import { wantsLogin, type Provider, type SignInRequest } from './provider.ts';
import { startRenewing } from './token-renewal.ts';
import { safeReturnAddress } from '../return-address.ts';
import { expiryOf, loadRecord, saveRecord, type SessionRecord } from './stored-session.ts';
import { joinSiblingTabs, type TabChannel } from './tab-channel.ts';

export type SessionState =
  | { readonly kind: 'unknown' }
  /** `wasEnded`: somebody was signed in on this page, and did not sign out on it: it may be a board that nobody left. */
  | { readonly kind: 'signed-out'; readonly wasEnded: boolean }
  | { readonly kind: 'signed-in' };

export interface Session {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Finds out who is signed in; until then the state is unknown. Called once, when the page starts. */
  start(): Promise<void>;
  /** Goes to the provider. Rejects when it cannot be reached. */
  signIn(request: SignInRequest): Promise<void>;
  /** Takes what the provider sent back; resolves with the address first asked for. Rejects with its refusal. */
  completeSignIn(callbackUrl: string): Promise<string>;
  /**
   * Takes the pages of all tabs away, has the API told while there still is a token, forgets the
   * sign-in, and goes to the provider's sign-out if it can be reached.
   */
  signOut(tellApi: () => Promise<void>): Promise<void>;
  /** A token that will hold for a while yet. Rejects when there is none. */
  accessToken(): Promise<string>;
  /** A token in place of one that the API refused. Rejects, and leads to the login, when there is none. */
  replaceToken(refused: string): Promise<string>;
  /** Nothing of whoever was signed in stays in the tab. */
  forget(): void;
  /** The API refused a fresh token too: this sign-in is of no use. */
  abandon(): void;
  /** Resolves when the provider answers. */
  reachProvider(signal: AbortSignal): Promise<void>;
}

export interface SessionPorts {
  readonly provider: Provider;
  readonly storage: Storage;
  /** Outlives the tab: remembers a sign-out that the provider was not told of. */
  readonly lastingStorage: Storage;
  /** Does the work while no other tab of this browser does. */
  readonly inLock: <T>(work: () => Promise<T>) => Promise<T>;
  readonly channel: TabChannel;
  readonly now: () => number;
  /** Path, query and hash of this page. */
  readonly here: () => string;
  /** Leaves this page. */
  readonly go: (url: string) => void;
}

/** Less than this left, and a token is renewed before it is used. */
const marginMs = 10_000;
const reachWithinMs = 3_000;
const untoldSignOutKey = 'room-status:sign-out-untold';

export function createSession(ports: SessionPorts): Session {
  const { provider, storage, lastingStorage, now } = ports;
  const listeners = new Set<() => void>();
  let state: SessionState = { kind: 'unknown' };
  let record = loadRecord(storage);
  let isLeaving = false;
  let starting = Promise.resolve();
  let completing: { url: string; done: Promise<string> } | undefined;

  const siblings = joinSiblingTabs({
    channel: ports.channel,
    current: () => (state.kind === 'signed-in' ? record : undefined),
    onSignedOut: end,
  });
  const renewal = startRenewing({
    ...ports,
    siblings,
    current: () => record,
    onRenewed: (renewed) => begin(renewed),
    onRefused: end,
    renewByRedirect: async () => {
      await provider.reach(AbortSignal.timeout(reachWithinMs));
      if (record === undefined) throw new Error('the sign-in ended');
      ports.go(await provider.signInUrl({ returnTo: ports.here(), prompt: 'none' }));
    },
  });

  function become(next: SessionState): void {
    if (state.kind === next.kind) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function begin(next: SessionRecord): void {
    record = next;
    saveRecord(storage, next);
    renewal.schedule(next);
    if (!isLeaving) become({ kind: 'signed-in' });
  }

  /** Nothing of the person stays in the tab: not the tokens, not what was last known of the rooms. */
  function forgetPerson(): void {
    record = undefined;
    isLeaving = false;
    renewal.cancel();
    storage.clear();
  }

  /** The sign-in is over, and not by the hand of whoever sits before this page. */
  function end(): void {
    const wasEnded = record !== undefined && !isLeaving;
    forgetPerson();
    become({ kind: 'signed-out', wasEnded });
  }

  async function findOut(): Promise<void> {
    if (record === undefined) {
      const shared = await siblings.ask(undefined);
      if (state.kind !== 'unknown') return;
      return shared === undefined ? become({ kind: 'signed-out', wasEnded: false }) : begin(shared);
    }
    if (expiryOf(record) - now() <= marginMs) await renewal.firstOutcome();
    // Renewed, or the provider is away: what this tab last knew may be shown, and renewing goes on.
    if (record !== undefined && state.kind === 'unknown') begin(record);
  }

  async function complete(callbackUrl: string): Promise<string> {
    const { user, returnTo } = await provider.redeem(callbackUrl).catch((error: unknown) => {
      // It was asked to renew without a word, and no longer knows the person.
      if (record !== undefined && wantsLogin(error)) end();
      throw error;
    });
    lastingStorage.removeItem(untoldSignOutKey);
    begin({ user, lineage: crypto.randomUUID(), generation: 1, issuedAt: now() });
    return safeReturnAddress(returnTo);
  }

  async function accessToken(): Promise<string> {
    if (record === undefined) throw new Error('nobody is signed in');
    if (expiryOf(record) - now() > marginMs) return record.user.access_token;
    return (await renewal.renew()).user.access_token;
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => (starting = findOut()),
    signIn: async (request) => {
      // The provider's page would be the browser's error page if it is away.
      await provider.reach(AbortSignal.timeout(reachWithinMs));
      // Once it is known that nobody is signed in the tab is wiped, and with it what a sign-in begun before needs.
      await starting;
      const untold = lastingStorage.getItem(untoldSignOutKey) !== null;
      ports.go(await provider.signInUrl(untold ? { ...request, prompt: 'login' } : request));
    },
    completeSignIn: (url) => {
      // The code can be redeemed once, but React may ask twice.
      if (completing?.url !== url) completing = { url, done: complete(url) };
      return completing.done;
    },
    signOut: async (tellApi) => {
      // Pages close what they have open before the API does: nobody is to be told of a lost connection.
      isLeaving = true;
      become({ kind: 'unknown' });
      siblings.tellSignedOut();
      await tellApi();
      const leaving = record;
      forgetPerson();
      become({ kind: 'unknown' });
      if (leaving === undefined) return become({ kind: 'signed-out', wasEnded: false });
      try {
        await provider.reach(AbortSignal.timeout(reachWithinMs));
        ports.go(await provider.signOutUrl(leaving.user));
      } catch {
        lastingStorage.setItem(untoldSignOutKey, 'true');
        become({ kind: 'signed-out', wasEnded: false });
      }
    },
    accessToken,
    replaceToken: async (refused) => {
      if (record !== undefined && record.user.access_token !== refused) return accessToken();
      return (await renewal.renew()).user.access_token;
    },
    forget: () => storage.clear(),
    abandon: end,
    reachProvider: (signal) => provider.reach(signal),
  };
}
