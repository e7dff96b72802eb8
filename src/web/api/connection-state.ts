/**
 * The connection state of the current page, for the indicator in the top bar. The page that shows data reports it.
 * Only one page is shown at a time, so there is one state.
 */
import { useSyncExternalStore } from 'react';

/**
 * The state of the connection. `none`: the page shows nothing that could be out of date. `since`: the last moment at
 * which the shown data were known to be current, in epoch milliseconds.
 */
export type ConnectionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** Without a live connection: the data are fetched every 15 s. */
  | { readonly kind: 'polled' }
  | { readonly kind: 'delayed'; readonly since: number }
  /** `downSince`: since when the server is known to be down, or from when on it is unless it is back before. */
  | { readonly kind: 'lost'; readonly since: number; readonly downSince?: number | undefined };

let current: ConnectionState = { kind: 'none' };
const listeners = new Set<() => void>();

/** A report that changes nothing renders nothing: a board reports its connection after each update. */
export function reportConnection(state: ConnectionState): void {
  if (isEqual(state, current)) return;
  current = state;
  for (const listener of listeners) listener();
}

function isEqual(one: ConnectionState, other: ConnectionState): boolean {
  return one.kind === other.kind && sinceOf(one) === sinceOf(other) && downSinceOf(one) === downSinceOf(other);
}

function sinceOf(state: ConnectionState): number | undefined {
  return 'since' in state ? state.since : undefined;
}

function downSinceOf(state: ConnectionState): number | undefined {
  return state.kind === 'lost' ? state.downSince : undefined;
}

export function currentConnection(): ConnectionState {
  return current;
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(subscribeConnection, currentConnection);
}

export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
