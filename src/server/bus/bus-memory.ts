/** The bus of a single process. It loses nothing. */
import type { Bus, BusLog } from './bus.ts';
import { createWardSubscribers, groupByWard } from './ward-subscribers.ts';

export function createMemoryBus(log: Pick<BusLog, 'error'>): Bus {
  const subscribers = createWardSubscribers({ log });
  return {
    isShared: false,
    isConnected: () => true,
    publish: (updates) => {
      for (const [wardUUID, list] of groupByWard(updates)) subscribers.deliver(wardUUID, list);
    },
    subscribe: subscribers.add,
    onReconnect: () => () => undefined,
    close: async () => {
      subscribers.clear();
    },
  };
}
