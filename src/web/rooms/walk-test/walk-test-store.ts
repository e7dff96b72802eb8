/** Keeps the record of a walk test on the device until it is discarded, so that the installer can leave and come back. */
import type { Room } from '../../../domain/room.ts';
import { serverTime } from '../../api/server-clock.ts';
import { newWalkTest, receiveReports, WalkTest } from './walk-test.ts';

export type WalkTestStore = ReturnType<typeof createWalkTestStore>;

export function createWalkTestStore(storage: Storage, wardUuid: string) {
  const key = `room-status:walk-test:${wardUuid}`;
  const listeners = new Set<() => void>();
  let test = readStored(storage.getItem(key)) ?? newWalkTest(serverTime());

  function set(next: WalkTest): void {
    if (next === test) return;
    test = next;
    storage.setItem(key, JSON.stringify(test));
    for (const listener of listeners) listener();
  }

  return {
    current: (): WalkTest => test,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (change: (before: WalkTest) => WalkTest) => set(change(test)),
    receive: (changed: readonly Room[]) => set(receiveReports(test, changed, Date.now())),
    discard: () => {
      set(newWalkTest(serverTime()));
      storage.removeItem(key);
    },
  };
}

function readStored(text: string | null): WalkTest | undefined {
  try {
    return text === null ? undefined : WalkTest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
