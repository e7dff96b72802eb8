/** Holds the state of the session, tells subscribers about changes, and runs the effects of each transition. */
import { type MachineState, reduceSession, type SessionEffect, type SessionEvent, sessionOf } from './session-state.ts';
import type { StoredSession } from './stored-session.ts';

/** What the pages need to know. `unknown`: show nothing yet. */
export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed-in' }
  /** `isUnexpected`: nobody pressed "Log out" on this page. It may be a board on a wall. */
  | { readonly kind: 'signed-out'; readonly isUnexpected: boolean };

export interface SessionStore {
  readonly state: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => StoredSession | undefined;
  readonly dispatch: (event: SessionEvent) => void;
}

export function createSessionStore(
  stored: StoredSession | undefined,
  runEffect: (effect: SessionEffect) => void,
): SessionStore {
  const listeners = new Set<() => void>();
  let machine: MachineState = { kind: 'starting', session: stored };
  let state = stateForPages(machine);
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => sessionOf(machine),
    dispatch: (event) => {
      const step = reduceSession(machine, event);
      machine = step.state;
      const next = stateForPages(machine);
      const hasChanged = next.kind !== state.kind;
      if (hasChanged) state = next;
      for (const effect of step.effects) runEffect(effect);
      if (hasChanged) for (const listener of listeners) listener();
    },
  };
}

function stateForPages(machine: MachineState): SessionState {
  switch (machine.kind) {
    case 'starting':
    case 'signing-out':
    case 'leaving':
      return { kind: 'unknown' };
    case 'signed-in':
      return { kind: 'signed-in' };
    case 'signed-out':
      return machine;
  }
}
