/**
 * The state machine of a ward's board: it maps a state and an event to a new state and effects. It is pure.
 *
 * After every connection the list is fetched and replaces the shown rooms. Updates that arrive before the list are
 * merged into it by revision.
 */
import { mergeUpdates, type Stream, type StreamUpdate } from '../../../../domain/stream.ts';
import { diffStreams, type StreamChange } from './stream-diff.ts';
import type { CachedWard, WardState } from './ward-state.ts';
import { isGracePeriod, nextConnection, type Connection, type WardEffect, type WardEvent } from './ward-events.ts';

export interface WardMachine {
  readonly connection: Connection;
  /** What the page shows. The object stays the same while nothing changes on the page. */
  readonly view: WardState;
  readonly lastHeardAt: number;
  /** The last sign of life before the grace period. Set in `interrupted` and `resumed` only. */
  readonly interruptedAt: number | undefined;
  /** The updates since the list was requested. Undefined: no list is requested. */
  readonly pendingUpdates: readonly StreamUpdate[] | undefined;
}

export interface WardStep {
  readonly state: WardMachine;
  readonly effects: readonly WardEffect[];
}

export function initialWard(cached: CachedWard | undefined, now: number): WardMachine {
  return {
    connection: 'connecting',
    view: {
      phase: 'loading',
      streams: cached?.streams,
      staleSince: cached?.asOf,
      link: 'connecting',
      linkSince: now,
      listFailingSince: undefined,
      listKeepsFailing: false,
    },
    lastHeardAt: now,
    interruptedAt: undefined,
    pendingUpdates: undefined,
  };
}

/** The rooms for the cache. Undefined: no rooms are known. */
export function cachedWardOf({ view, lastHeardAt }: WardMachine): CachedWard | undefined {
  return view.streams && { asOf: view.staleSince ?? lastHeardAt, streams: view.streams };
}

export function reduceWard(previous: WardMachine, event: WardEvent): WardStep {
  const isEnded = event.type === 'failed' && event.isOrderly && isTrue(previous.view);
  const connection = nextConnection(previous.connection, isEnded ? 'ended' : event.type);
  const hadGrace = isGracePeriod(previous.connection);
  const hasGrace = isGracePeriod(connection);
  const step = applyEvent(previous, event, connection);
  const graceEffects: WardEffect[] = [];
  if (hasGrace && !hadGrace) graceEffects.push('start-grace-period');
  if (hadGrace && !hasGrace) graceEffects.push('end-grace-period');
  const interruptedAt = hasGrace ? (previous.interruptedAt ?? previous.lastHeardAt) : undefined;
  return { state: { ...step.state, connection, interruptedAt }, effects: [...graceEffects, ...step.effects] };
}

function applyEvent(state: WardMachine, event: WardEvent, connection: Connection): WardStep {
  switch (event.type) {
    case 'opened': {
      const view = { ...state.view, link: 'live', linkSince: event.now } as const;
      return {
        state: { ...state, view, lastHeardAt: event.now, pendingUpdates: [] },
        effects: ['cancel-reload', 'fetch-list'],
      };
    }
    case 'activity': {
      const isBack = state.connection === 'delayed';
      const view = isBack ? ({ ...state.view, link: 'live', linkSince: event.now } as const) : state.view;
      return { state: { ...state, view, lastHeardAt: event.now }, effects: [] };
    }
    case 'delayed': {
      if (connection !== 'delayed') return { state, effects: [] };
      const view = { ...state.view, link: 'delayed', linkSince: state.lastHeardAt } as const;
      return { state: { ...state, view }, effects: [] };
    }
    case 'updates':
      return applyUpdates(state, event.updates);
    case 'failed':
      return applyFailure(state, event.isFatal, connection);
    case 'grace-expired':
      return isGracePeriod(state.connection) ? becomeStale(state, connection) : { state, effects: [] };
    case 'list-received':
      return applyList(state, event.streams, event.now);
    case 'list-failed':
      return applyListFailure(state, connection);
  }
}

function applyUpdates(state: WardMachine, updates: readonly StreamUpdate[]): WardStep {
  const pendingUpdates = state.pendingUpdates && [...state.pendingUpdates, ...updates];
  const { phase, streams: before = [] } = state.view;
  const streams = phase === 'loading' ? before : mergeUpdates(before, updates);
  if (streams === before) return { state: { ...state, pendingUpdates }, effects: [] };
  const effects = announce({ before, after: streams, updates });
  return { state: { ...state, pendingUpdates, view: { ...state.view, streams } }, effects };
}

function applyFailure(state: WardMachine, isFatal: boolean, connection: Connection): WardStep {
  const step = connection === 'interrupted' ? { state, effects: [] } : becomeStale(state, connection);
  const effects: WardEffect[] = ['schedule-reload', ...step.effects];
  // A board without rooms fetches the list even without a live connection, and shows it as stale.
  if (state.view.streams === undefined) effects.push('fetch-list');
  // The stream is reopened even if a reload is scheduled, because a reload that cannot load the page is skipped.
  if (isFatal) effects.push('reopen');
  return { state: step.state, effects };
}

/** Marks the rooms as stale. The link is lost too, unless the connection is already open again. */
function becomeStale(state: WardMachine, connection: Connection): WardStep {
  const { view } = state;
  const since = state.interruptedAt ?? state.lastHeardAt;
  const link = connection === 'lost' ? ({ link: 'lost', linkSince: since } as const) : {};
  const staleSince = view.staleSince ?? (view.streams === undefined ? undefined : since);
  return { state: { ...state, view: { ...view, ...link, staleSince } }, effects: ['write-cache'] };
}

function applyList(state: WardMachine, fetched: readonly Stream[], now: number): WardStep {
  const { phase, streams: before = fetched, link } = state.view;
  const updates = state.pendingUpdates ?? [];
  const streams = mergeUpdates(fetched, updates);
  const view: WardState = {
    ...state.view,
    phase: 'loaded',
    streams,
    staleSince: link === 'lost' ? now : undefined,
    listFailingSince: undefined,
    listKeepsFailing: false,
  };
  const effects: WardEffect[] = [
    ...announce({ before, after: streams, updates, isFirst: phase === 'loading' }),
    'write-cache',
  ];
  return { state: { ...state, view, pendingUpdates: undefined }, effects };
}

function applyListFailure(state: WardMachine, connection: Connection): WardStep {
  const step = isGracePeriod(state.connection) ? becomeStale(state, connection) : { state, effects: [] };
  const { listFailingSince } = state.view;
  const view: WardState = {
    ...step.state.view,
    listFailingSince: listFailingSince ?? state.lastHeardAt,
    listKeepsFailing: listFailingSince !== undefined,
  };
  return { state: { ...step.state, view }, effects: [...step.effects, 'retry-list'] };
}

function announce(change: StreamChange): WardEffect[] {
  const diff = diffStreams(change);
  return diff.changed.length === 0 ? [] : [{ announce: diff }];
}

function isTrue({ streams, staleSince }: WardState): boolean {
  return streams !== undefined && staleSince === undefined;
}
