/**
 * Delivers to the viewers of a ward who is on duty and what became of the messages about its alerts, as soon as it is
 * stored.
 */
import type * as z from 'zod/mini';
import { noticeEventName, type NoticeEventData } from '../../../contract/board/live-events.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { readShownDuty } from '../../duty/shown-duty.ts';
import { readShownNotices } from '../../duty/shown-notices.ts';
import type { FindUsers } from '../../identity/find-users.ts';
import { createBatchLookup } from '../../shared/cache/coalesce.ts';
import { encodeEvent, encodeFrame } from './live-connection.ts';
import type { WardFeed } from './ward-feed.ts';

interface NoticeFeedOptions {
  readonly bus: Pick<Bus, 'onNoticeChange'>;
  readonly database: Pick<Database, 'query' | 'kind'>;
  readonly feed: Pick<WardFeed, 'viewersOf'>;
  readonly findUsers: FindUsers;
  readonly now: () => number;
}

/** Follows the changes of the bus. The message of the bus names wards only, so what viewers get is never outdated. */
export function startNoticeFeed({ bus, database, feed, findUsers, now }: NoticeFeedOptions): void {
  /** Lookups never overlap, so a newer state is never followed by an older one. */
  const deliver = createBatchLookup(async (changed: readonly string[]) => {
    const wardUuids = [...new Set(changed)];
    const notices = Map.groupBy(await readShownNotices(database, wardUuids), ({ wardUUID }) => wardUUID);
    const people = await readShownDuty(database.query, findUsers, { wardUUIDs: wardUuids, now: now() });
    const onDuty = Map.groupBy(people, ({ wardUUID }) => wardUUID);
    for (const wardUUID of wardUuids) {
      const data: z.output<typeof NoticeEventData> = {
        wardUUID,
        notices: notices.get(wardUUID) ?? [],
        onDuty: onDuty.get(wardUUID) ?? [],
      };
      const frame = encodeFrame(encodeEvent(noticeEventName, data));
      for (const viewer of feed.viewersOf(wardUUID)) viewer.send(frame);
    }
  });
  bus.onNoticeChange((wardUuids) => {
    const followed = wardUuids.filter((uuid) => [...feed.viewersOf(uuid)].length > 0);
    // A failure is ignored, because boards ask again every 20 s.
    for (const uuid of followed) void deliver(uuid).catch(() => undefined);
  });
}
