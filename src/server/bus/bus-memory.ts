/** The bus of a single process: nothing is ever lost on it. */
import type { Bus, BusLog } from './bus.ts';
import { byWard, createWardListeners } from './ward-listeners.ts';

export function createMemoryBus(log: Pick<BusLog, 'error'>): Bus {
  const listeners = createWardListeners({ log });
  return {
    isShared: false,
    isConnected: () => true,
    publish: (updates) => {
      for (const [wardUUID, list] of byWard(updates)) listeners.tell(wardUUID, list);
    },
    subscribe: listeners.add,
    onReconnect: () => () => undefined,
    close: async () => {
      listeners.clear();
    },
  };
}
