import type { Stream, StreamUpdate } from '../../../../domain/stream.ts';
import type { StreamDiff } from './stream-diff.ts';

/** What happens to a ward's subscription. `now`: epoch milliseconds. */
export type WardEvent =
  | { readonly type: 'opened'; readonly now: number }
  /** Any byte from the server, a heartbeat included. */
  | { readonly type: 'activity'; readonly now: number }
  | { readonly type: 'delayed' }
  | { readonly type: 'updates'; readonly updates: readonly StreamUpdate[] }
  | { readonly type: 'failed'; readonly isFatal: boolean; readonly isOrderly: boolean }
  | { readonly type: 'grace-expired' }
  | { readonly type: 'list-received'; readonly streams: readonly Stream[]; readonly now: number }
  | { readonly type: 'list-failed' };

/** What the subscription has to do after an event. */
export type WardEffect =
  | { readonly type: 'announce'; readonly diff: StreamDiff }
  | { readonly type: 'fetch-list' }
  | { readonly type: 'retry-list' }
  | { readonly type: 'start-grace-period' }
  | { readonly type: 'end-grace-period' }
  | { readonly type: 'schedule-reload' }
  | { readonly type: 'cancel-reload' }
  /** A fatal failure ends the event stream, so a new one has to be opened. */
  | { readonly type: 'reopen' }
  | { readonly type: 'write-cache' };
