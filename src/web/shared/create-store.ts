import { useSyncExternalStore } from 'react';

/** A value that several components share, or that changes outside of React. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Calls the listener after each change. Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store. `isSame`: whether two values are equal; setting an equal value notifies nobody. */
export function createStore<T>(initial: T, isSame: (one: T, other: T) => boolean = Object.is): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (isSame(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store. The component renders again when it changes. */
export function useStore<T>({ get, subscribe }: Pick<Store<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(subscribe, get);
}
