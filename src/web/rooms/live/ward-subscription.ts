/** Runs the ward reducer: events from the network and the timers go in, effects come out. */
import type { Stream, StreamUpdate } from '../../../domain/stream.ts';
import type { EventStreamOptions } from '../../api/event-stream.ts';
import { createListRequest } from './list-request.ts';
import { reloadDelayMs, type ReloadPolicy } from './reload-policy.ts';
import type { StreamDiff } from './state-machine/stream-diff.ts';
import { createTimer } from './timer.ts';
import type { WardEffect, WardEvent } from './state-machine/ward-events.ts';
import { cachedWardOf, initialWard, reduceWard } from './state-machine/ward-reducer.ts';
import type { CachedWard, WardState } from './state-machine/ward-state.ts';

export interface LiveCallbacks extends Pick<EventStreamOptions, 'onOpen' | 'onActivity' | 'onDelayed' | 'onFailure'> {
  readonly onUpdates: (updates: readonly StreamUpdate[]) => void;
}

export interface WardSubscriptionOptions {
  readonly openLive: (callbacks: LiveCallbacks) => { close(): void };
  readonly fetchStreams: (signal: AbortSignal) => Promise<readonly Stream[]>;
  readonly reloadPolicy: ReloadPolicy;
  readonly cached: CachedWard | undefined;
  readonly writeCache: (ward: CachedWard) => void;
  readonly onChange: (diff: StreamDiff) => void;
  readonly onState: (state: WardState) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The board shows `live` for this long after an orderly end of the connection. */
const gracePeriodMs = 2_500;
/** Later than the reload, and early enough for a board to be live 5 s after its server is back. */
const reopenDelayMs = reloadDelayMs + 500;

/** Connects at once and stays subscribed until `stop`. Calls `onState` with the first state before it returns. */
export function subscribeToWard(options: WardSubscriptionOptions): { stop(): void } {
  const { reloadPolicy, now } = options;
  let state = initialWard(options.cached, now());
  const list = createListRequest(options, dispatch);
  const grace = createTimer();
  const reopen = createTimer();

  function dispatch(event: WardEvent): void {
    const step = reduceWard(state, event);
    const hasChanged = step.state.view !== state.view;
    state = step.state;
    if (hasChanged) options.onState(state.view);
    for (const effect of step.effects) run(effect);
  }

  function run(effect: WardEffect): void {
    switch (effect.type) {
      case 'announce':
        return options.onChange(effect.diff);
      case 'fetch-list':
        return list.start();
      case 'retry-list':
        return list.retryLater();
      case 'start-grace-period':
        return grace.start(() => dispatch({ type: 'grace-expired' }), gracePeriodMs);
      case 'end-grace-period':
        return grace.stop();
      case 'schedule-reload':
        return reloadPolicy.schedule();
      case 'cancel-reload':
        return reloadPolicy.cancel();
      case 'reopen':
        return reopen.start(() => (live = options.openLive(callbacks)), reopenDelayMs);
      case 'write-cache':
        return writeCache();
    }
  }

  function writeCache(): void {
    const ward = cachedWardOf(state);
    if (ward !== undefined) options.writeCache(ward);
  }

  options.onState(state.view);
  const callbacks = callbacksFor(dispatch, now);
  let live = options.openLive(callbacks);
  return {
    stop: () => {
      writeCache();
      reloadPolicy.cancel();
      live.close();
      for (const part of [list, grace, reopen]) part.stop();
    },
  };
}

function callbacksFor(dispatch: (event: WardEvent) => void, now: () => number): LiveCallbacks {
  return {
    onOpen: () => dispatch({ type: 'opened', now: now() }),
    onActivity: () => dispatch({ type: 'activity', now: now() }),
    onDelayed: () => dispatch({ type: 'delayed' }),
    onUpdates: (updates) => dispatch({ type: 'updates', updates }),
    onFailure: ({ isFatal, isOrderly = false, reason }) => {
      console.error(`The live connection failed, reason: ${reason}`);
      dispatch({ type: 'failed', isFatal, isOrderly });
    },
  };
}
