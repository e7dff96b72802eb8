/**
 * Keeps a ward's streams true: live updates first, then the list, merged by revision, again after
 * every (re)connection. Everything outside is passed in; nothing here knows React or the network.
 */
import { mergeUpdates, type Stream, type StreamUpdate } from '../../../domain/stream.ts';
import type { StreamFailure } from '../../api/event-stream.ts';
import { diffStreams, type WardChange } from './stream-diff.ts';
import type { ReloadPolicy } from './reload-policy.ts';

/** What the page may show. `loading`: only what was known before, if anything. */
export interface WardState {
  readonly phase: 'loading' | 'loaded';
  readonly streams: readonly Stream[] | undefined;
  /** Epoch milliseconds of the last moment at which the streams were true; undefined while they are. */
  readonly staleSince: number | undefined;
  readonly link: 'connecting' | 'live' | 'delayed' | 'lost';
  /** When the link became what it is; for a delayed or lost one, when it was last heard. */
  readonly linkSince: number;
  /** Since when the list could not be had; undefined while there is no trouble. */
  readonly listFailingSince: number | undefined;
  /** It could not be had the next time either. */
  readonly listKeepsFailing: boolean;
}

export interface LiveCallbacks {
  readonly onOpen: () => void;
  readonly onUpdates: (updates: readonly StreamUpdate[]) => void;
  readonly onActivity: () => void;
  readonly onDelayed: () => void;
  readonly onFailure: (failure: StreamFailure) => void;
}

export interface WardSubscriptionOptions {
  readonly openLive: (callbacks: LiveCallbacks) => { close(): void };
  readonly fetchStreams: (signal: AbortSignal) => Promise<readonly Stream[]>;
  readonly reloadPolicy: ReloadPolicy;
  readonly lastKnown: { readonly asOf: number; readonly streams: readonly Stream[] } | undefined;
  readonly remember: (known: { asOf: number; streams: readonly Stream[] }) => void;
  /** Something is new in a room of this ward; `isQuiet`: nothing that staff are to hear. */
  readonly onNews: (news: readonly Stream[], isQuiet: boolean) => void;
  readonly onState: (state: WardState) => void;
  readonly now: () => number;
}

const retryListMs = 5_000;
/** After the reload of the page would have come; soon enough that a board is right 5 s after its server is back. */
const reopenAfterFatalMs = 3_500;
/**
 * The server ends a connection with its token, every few minutes. Back within this time, list and all,
 * nobody is told: a notice that comes all night is one that nobody reads.
 */
const unnoticedGapMs = 2_500;

/** Follows until `stop`. `onState` is called with each new state, the first one at once. */
export function subscribeToWard(options: WardSubscriptionOptions): { stop(): void } {
  const stopping = new AbortController();
  let fetching = new AbortController();
  let heardAt = options.lastKnown?.asOf ?? options.now();
  let listPending = false;
  let sinceOpen: StreamUpdate[] = [];
  let isOpen = false;
  let gap: { readonly since: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  let state: WardState = {
    phase: 'loading',
    streams: options.lastKnown?.streams,
    staleSince: options.lastKnown?.asOf,
    link: 'connecting',
    linkSince: options.now(),
    listFailingSince: undefined,
    listKeepsFailing: false,
  };
  let live = openLive();
  options.onState(state);

  function become(change: Partial<WardState>): void {
    state = { ...state, ...change };
    options.onState(state);
  }

  function openLive(): { close(): void } {
    return options.openLive({ onOpen, onUpdates, onActivity, onDelayed, onFailure });
  }

  function onOpen(): void {
    options.reloadPolicy.recovered();
    isOpen = true;
    heardAt = options.now();
    sinceOpen = [];
    become({ link: 'live', linkSince: heardAt });
    void fetchList();
  }

  function onActivity(): void {
    heardAt = options.now();
    if (state.link === 'delayed') become({ link: 'live', linkSince: heardAt });
  }

  function onDelayed(): void {
    become({ link: 'delayed', linkSince: heardAt });
  }

  function onUpdates(updates: readonly StreamUpdate[]): void {
    if (listPending) sinceOpen.push(...updates);
    if (state.phase === 'loading') return;
    const baseline = state.streams ?? [];
    const streams = mergeUpdates(baseline, updates);
    if (streams === baseline) return;
    become({ streams });
    announce({ streams, baseline, live: updates });
  }

  function onFailure(failure: StreamFailure): void {
    console.error(`The live connection failed, reason: ${failure.reason}`);
    options.reloadPolicy.failed();
    isOpen = false;
    const isTrue = state.streams !== undefined && state.staleSince === undefined && gap === undefined;
    if (failure.isOrderly === true && isTrue) gap = { since: heardAt, timer: setTimeout(tellLoss, unnoticedGapMs) };
    else tellLoss();
    // What the list says is worth seeing even without the live connection, greyed.
    if (state.streams === undefined) void fetchList();
    // Whether or not a reload is on its way: it may turn out that the page would not come back.
    if (failure.isFatal) {
      const timer = setTimeout(() => (live = openLive()), reopenAfterFatalMs);
      stopping.signal.addEventListener('abort', () => clearTimeout(timer));
    }
  }

  function tellLoss(): void {
    const since = gap?.since ?? heardAt;
    closeGap();
    become({
      ...(!isOpen && { link: 'lost', linkSince: state.link === 'lost' ? state.linkSince : since }),
      staleSince: state.staleSince ?? (state.streams === undefined ? undefined : since),
    });
    keep();
  }

  function closeGap(): void {
    clearTimeout(gap?.timer);
    gap = undefined;
  }

  /** Tries until it has the list, or is asked for a newer one. */
  async function fetchList(): Promise<void> {
    listPending = true;
    fetching.abort();
    const current = new AbortController();
    fetching = current;
    const signal = AbortSignal.any([current.signal, stopping.signal]);
    while (!signal.aborted) {
      try {
        const fetched = await options.fetchStreams(signal);
        if (!signal.aborted) takeList(fetched);
        return;
      } catch (error) {
        if (signal.aborted) return;
        console.error(`Problem retrieving streams, reason: ${error instanceof Error ? error.message : String(error)}`);
        if (gap !== undefined) tellLoss();
        const failingSince = state.listFailingSince;
        become({ listFailingSince: failingSince ?? heardAt, listKeepsFailing: failingSince !== undefined });
        await new Promise((resolve) => setTimeout(resolve, retryListMs));
      }
    }
  }

  /** A list is the truth as of this connection; only what came live since then can be newer. */
  function takeList(fetched: readonly Stream[]): void {
    const isFirst = state.phase === 'loading';
    const baseline = state.streams ?? fetched;
    const heard = sinceOpen;
    const streams = mergeUpdates(fetched, heard);
    sinceOpen = [];
    listPending = false;
    if (isOpen) closeGap();
    const staleSince = state.link === 'lost' ? options.now() : undefined;
    become({ phase: 'loaded', streams, staleSince, listFailingSince: undefined, listKeepsFailing: false });
    // Nothing in a first list is news, but what came live while it was under way is.
    announce({ streams, baseline, live: heard, isFirst });
    keep();
  }

  function announce(change: WardChange): void {
    const { news, isQuiet } = diffStreams(change);
    if (news.length > 0) options.onNews(news, isQuiet);
  }

  function keep(): void {
    if (state.streams !== undefined) options.remember({ asOf: state.staleSince ?? heardAt, streams: state.streams });
  }

  return {
    stop: () => {
      keep();
      closeGap();
      options.reloadPolicy.recovered();
      live.close();
      stopping.abort();
    },
  };
}
