import type { Stream } from '../../../../domain/stream.ts';

/** A ward's rooms and how far they can be trusted. Instants are epoch milliseconds. */
export interface WardState {
  /** `loading` until the first list of this subscription has arrived. */
  readonly phase: 'loading' | 'loaded';
  /** While loading, the rooms of the cache. Undefined if there are none. */
  readonly streams: readonly Stream[] | undefined;
  /** The last moment at which the rooms were known to be true. Undefined while they are. */
  readonly staleSince: number | undefined;
  readonly link: 'connecting' | 'live' | 'delayed' | 'lost';
  /** Start of the current link state. For `delayed` and `lost`: the last sign of life. */
  readonly linkSince: number;
  /** Undefined unless the last request for the list failed. */
  readonly listFailingSince: number | undefined;
  /** At least two requests for the list failed in a row. */
  readonly listKeepsFailing: boolean;
}

/** The rooms of a ward and the moment at which they were known to be true, epoch milliseconds. */
export interface CachedWard {
  readonly asOf: number;
  readonly streams: readonly Stream[];
}
