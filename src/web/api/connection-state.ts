/**
 * The connection state of the current page, for the indicator in the top bar. The page that shows data reports it.
 * Only one page is shown at a time, so there is one state.
 */
import { createStore, useStore } from '../shared/create-store.ts';

/**
 * The state of the connection. `none`: the page shows nothing that could be out of date. `since`: the last moment at
 * which the shown data were known to be current, in epoch milliseconds.
 */
export type ConnectionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** The page has no live connection and fetches its data every 15 s. */
  | { readonly kind: 'polled' }
  | { readonly kind: 'delayed'; readonly since: number }
  /** `downSince`: when the server went down. In the future: when it counts as down unless it is back before. */
  | { readonly kind: 'lost'; readonly since: number; readonly downSince?: number | undefined };

/** Ignores equal reports, because a board reports its connection after each update. */
const connection = createStore<ConnectionState>(
  { kind: 'none' },
  (one, other) => JSON.stringify(one) === JSON.stringify(other),
);

export const { get: currentConnection, set: reportConnection, subscribe: subscribeConnection } = connection;

export function useConnectionState(): ConnectionState {
  return useStore(connection);
}
