/** The bus of a single process. No update is lost. */
import type { Bus, BusLog, NoticeListener, WardSubscriber } from './bus.ts';
import { deliverToSubscribers, groupByWard } from './ward-subscribers.ts';

export function createMemoryBus(log: Pick<BusLog, 'error'>): Bus {
  const subscribers = new Map<string, WardSubscriber>();
  let noticeListener: NoticeListener | undefined;
  return {
    isShared: false,
    isConnected: () => true,
    publish: (updates) => {
      for (const [wardUUID, list] of groupByWard(updates)) deliverToSubscribers(subscribers.get(wardUUID), list, log);
    },
    subscribe: (wardUUID, subscriber) => {
      subscribers.set(wardUUID, subscriber);
      return () => subscribers.delete(wardUUID);
    },
    publishHomeChange: () => undefined,
    onHomeChange: () => undefined,
    publishNoticeChange: (wardUuids) => noticeListener?.(wardUuids),
    onNoticeChange: (listener) => {
      noticeListener = listener;
    },
    close: async () => subscribers.clear(),
  };
}
