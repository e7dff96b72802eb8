/** What became of the messages about the open alerts of the board. The live connection and each report of the board bring it. */
import type * as z from 'zod/mini';
import { NoticeEventData } from '../../contract/board/live-events.ts';
import type { AlertNotice } from '../../contract/duty/duty.ts';
import { dutyStore } from './duty.ts';
import type { BoardResponse } from './report-board.ts';
import { createStore } from '../shared/create-store.ts';

export type AlertNotice = z.output<typeof AlertNotice>;

export const noticeStore = createStore<readonly AlertNotice[]>([]);

/**
 * Replaces the notices of one ward and who is on duty there by those of a live event. Ignores an event of a newer server
 * that it cannot read.
 */
export function receiveNotices(data: string): void {
  try {
    const { wardUUID, notices, onDuty } = NoticeEventData.parse(JSON.parse(data));
    const isOther = (one: { readonly wardUUID: string }) => one.wardUUID !== wardUUID;
    noticeStore.set([...noticeStore.get().filter(isOther), ...notices]);
    const before = dutyStore.get().onDuty;
    if (onDuty !== undefined && before !== undefined) dutyStore.set({ onDuty: [...before.filter(isOther), ...onDuty] });
  } catch (error) {
    console.error('A live event about messages could not be read, reason:', error);
  }
}

/**
 * Returns a function that takes over the response to a request that is sent now, unless the live connection has brought
 * something newer since.
 */
export function createResponseReader(): (response: Pick<BoardResponse, 'notices' | 'onDuty'>) => void {
  const [noticesWhenAsked, dutyWhenAsked] = [noticeStore.get(), dutyStore.get()];
  return ({ notices = [], onDuty }) => {
    if (noticeStore.get() === noticesWhenAsked) noticeStore.set(notices);
    if (dutyStore.get() === dutyWhenAsked) dutyStore.set({ onDuty });
  };
}
