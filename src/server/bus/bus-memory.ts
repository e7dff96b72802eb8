/** The bus of a single process. */
import type { Bus, WardUpdateListener } from './bus.ts';

export function createMemoryBus(log: { error(details: object, message: string): void }): Bus {
  const listeners = new Set<WardUpdateListener>();
  return {
    publish: (updates) => {
      for (const listener of listeners) {
        try {
          listener(updates);
        } catch (error) {
          log.error({ err: error }, 'a listener of live updates failed');
        }
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: async () => {
      listeners.clear();
    },
  };
}
