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
  | { readonly kind: 'lost'; readonly since: number };

let current: ConnectionState = { kind: 'none' };
const listeners = new Set<() => void>();

/** A report that changes nothing renders nothing: a board reports its connection after each update. */
export function reportConnection(state: ConnectionState): void {
  if (state.kind === current.kind && sinceOf(state) === sinceOf(current)) return;
  current = state;
  for (const listener of listeners) listener();
}

function sinceOf(state: ConnectionState): number | undefined {
  return 'since' in state ? state.since : undefined;
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
