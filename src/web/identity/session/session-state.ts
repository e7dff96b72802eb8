/**
 * The state machine of the session: which event leads from which state to which state, and with which effects. The
 * store below holds the state, and `session.ts` runs the effects.
 */
import type { StoredSession } from './stored-session.ts';

/** The state of the session. Pages show content in the states `signed-in` and `signed-out` only. */
export type SessionState =
  /** The page has just loaded. `session` is the session that this tab had stored; its token may have expired. */
  | { readonly kind: 'starting'; readonly session: StoredSession | undefined }
  | { readonly kind: 'signed-in'; readonly session: StoredSession }
  /** The user pressed "Log out". The tokens are still needed to tell the API of the sign-out. */
  | { readonly kind: 'signing-out'; readonly session: StoredSession }
  /** This tab has no tokens any more. The browser goes to the sign-out page of the provider. */
  | { readonly kind: 'leaving' }
  /** `isUnexpected`: the session ended although nobody pressed "Log out" on this page. It may be a board on a wall. */
  | { readonly kind: 'signed-out'; readonly isUnexpected: boolean };

export type SessionEvent =
  /** This tab or another tab has a usable session. */
  | { readonly kind: 'session-found'; readonly session: StoredSession }
  | { readonly kind: 'no-session-found' }
  /** The provider redirected back, and its code was exchanged for tokens. */
  | { readonly kind: 'code-redeemed'; readonly session: StoredSession }
  /** `previous` is the session whose renewal was started. */
  | { readonly kind: 'renewed'; readonly previous: StoredSession; readonly session: StoredSession }
  | { readonly kind: 'renewal-rejected'; readonly previous: StoredSession }
  /** Another tab signed out, the API rejects new tokens, or the provider no longer knows the user. */
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'sign-out-requested' }
  | { readonly kind: 'api-notified' }
  | { readonly kind: 'provider-unreachable' };

export type SessionEffect =
  /** Store the session in this tab and schedule its renewal. */
  | { readonly kind: 'save'; readonly session: StoredSession }
  /** Cancel the renewal and delete everything that this tab stores. */
  | { readonly kind: 'clear' }
  | { readonly kind: 'notify-tabs' }
  /** Go to the sign-out page of the provider. */
  | { readonly kind: 'end-provider-session'; readonly session: StoredSession }
  /** Remember that the provider does not know of the sign-out, so that the next sign-in asks for the password. */
  | { readonly kind: 'remember-sign-out' };

interface Step {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

type Transition = (state: SessionState, event: SessionEvent) => Step | undefined;

/** Stores a session. A renewal during a sign-out does not stop the sign-out, whose API call may need the new token. */
const storeSession: Transition = ({ kind }, event) =>
  'session' in event
    ? {
        state: { kind: kind === 'signing-out' ? kind : 'signed-in', session: event.session },
        effects: [{ kind: 'save', session: event.session }],
      }
    : undefined;

const showLogin: Transition = () => ({ state: { kind: 'signed-out', isUnexpected: false }, effects: [] });

const end: Transition = (state) => ({
  state: { kind: 'signed-out', isUnexpected: state.kind !== 'signing-out' && sessionOf(state) !== undefined },
  effects: [{ kind: 'clear' }],
});

const startSignOut: Transition = (state) =>
  state.kind === 'signed-in'
    ? { state: { kind: 'signing-out', session: state.session }, effects: [{ kind: 'notify-tabs' }] }
    : undefined;

const leave: Transition = (state) =>
  state.kind === 'signing-out'
    ? {
        state: { kind: 'leaving' },
        effects: [{ kind: 'clear' }, { kind: 'end-provider-session', session: state.session }],
      }
    : undefined;

const stay: Transition = () => ({
  state: { kind: 'signed-out', isUnexpected: false },
  effects: [{ kind: 'remember-sign-out' }],
});

/** The transitions of each state. A state ignores an event that is missing in its row. */
const transitions: Readonly<Record<SessionState['kind'], Partial<Record<SessionEvent['kind'], Transition>>>> = {
  starting: {
    'session-found': storeSession,
    'no-session-found': showLogin,
    'code-redeemed': storeSession,
    renewed: storeSession,
    'renewal-rejected': end,
    'session-ended': end,
  },
  'signed-in': {
    'code-redeemed': storeSession,
    renewed: storeSession,
    'renewal-rejected': end,
    'session-ended': end,
    'sign-out-requested': startSignOut,
  },
  'signing-out': { renewed: storeSession, 'renewal-rejected': end, 'session-ended': end, 'api-notified': leave },
  leaving: { 'provider-unreachable': stay },
  'signed-out': { 'code-redeemed': storeSession },
};

export function reduceSession(state: SessionState, event: SessionEvent): Step {
  const ignored = { state, effects: [] };
  // A renewal can finish after a sign-out, or after another user signed in. The result of that renewal is ignored.
  if ('previous' in event && event.previous !== sessionOf(state)) return ignored;
  return transitions[state.kind][event.kind]?.(state, event) ?? ignored;
}

function sessionOf(state: SessionState): StoredSession | undefined {
  return 'session' in state ? state.session : undefined;
}

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
