/** What of a change staff should know, and whether it is to be heard. */
import type { Stream, StreamUpdate } from '../../../domain/stream.ts';

export interface WardChange {
  readonly streams: readonly Stream[];
  /** What was shown before. */
  readonly baseline: readonly Stream[];
  /** What came over the live connection since. */
  readonly live: readonly StreamUpdate[];
  /** Nothing in a first list is news, but what came live while it was under way is. */
  readonly isFirst?: boolean;
}

export function diffStreams({ streams, baseline, live, isFirst = false }: WardChange) {
  const before = new Map(baseline.map((stream) => [stream.uuid, stream]));
  const heard = new Set(live.map(({ uuid }) => uuid));
  const loud = new Set(live.filter(({ quiet }) => quiet !== true).map(({ uuid }) => uuid));

  const news = streams.filter(({ uuid, status, revision }) => {
    const known = before.get(uuid);
    if (status !== 'ACTIVE' || known === undefined) return false;
    return revision !== known.revision || (isFirst && heard.has(uuid));
  });

  /** What was told while the connection was away is to be heard as well, whatever came quietly after it. */
  function isQuiet({ uuid, lastNotification, lastNotificationSent }: Stream): boolean {
    if (loud.has(uuid)) return false;
    const known = before.get(uuid);
    return known?.lastNotification === lastNotification && known.lastNotificationSent === lastNotificationSent;
  }

  return { news, isQuiet: news.every(isQuiet) };
}
