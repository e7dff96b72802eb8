/** Holds the state of the session, and notifies subscribed listeners of each change of the state. */
import type { SessionEffect, SessionEvent, SessionState } from './session-events.ts';
import { reduceSession, sessionOf } from './session-state.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(initial: SessionState, runEffect: (effect: SessionEffect) => void) {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    state: () => state,
    current: () => sessionOf(state),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch: (event: SessionEvent) => {
      const step = reduceSession(state, event);
      const hasChanged = step.state !== state;
      state = step.state;
      for (const effect of step.effects) runEffect(effect);
      if (hasChanged) for (const listener of listeners) listener();
    },
  };
}
