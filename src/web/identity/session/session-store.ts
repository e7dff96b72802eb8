/** Holds the state of the session, tells subscribers about changes, and runs the effects of each transition. */
import { reduceSession, type SessionEffect, type SessionEvent, type SessionState, sessionOf } from './session-state.ts';
import type { StoredSession } from './stored-session.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(stored: StoredSession | undefined, runEffect: (effect: SessionEffect) => void) {
  const listeners = new Set<() => void>();
  let state: SessionState = { kind: 'starting', session: stored };
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
