/** What became of the messages about the open alerts of the board. The live connection and each report of the board bring it. */
import type * as z from 'zod/mini';
import { NoticeEventData } from '../../contract/board/live-events.ts';
import type { AlertNotice } from '../../contract/duty/duty.ts';
import { createStore } from '../shared/create-store.ts';

export type AlertNotice = z.output<typeof AlertNotice>;

export const noticeStore = createStore<readonly AlertNotice[]>([]);

/** Replaces the notices of one ward by those of a live event. Ignores an event of a newer server that it cannot read. */
export function receiveNotices(data: string): void {
  try {
    const { wardUUID, notices } = NoticeEventData.parse(JSON.parse(data));
    const others = noticeStore.get().filter((notice) => notice.wardUUID !== wardUUID);
    noticeStore.set([...others, ...notices]);
  } catch (error) {
    console.error('A live event about messages could not be read, reason:', error);
  }
}

/**
 * Takes over the notices of a response, unless the live connection has brought newer ones since the request.
 * `whenAsked`: the content of the store when the request was sent.
 */
export function replaceNotices(whenAsked: readonly AlertNotice[], notices: readonly AlertNotice[]): void {
  if (noticeStore.get() === whenAsked) noticeStore.set(notices);
}
