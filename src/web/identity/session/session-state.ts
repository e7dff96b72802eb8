/**
 * The state machine of the session: which event leads from which state to which state, and with which effects.
 * It is pure. `session.ts` runs the effects.
 */
import type { StoredSession } from './stored-session.ts';

export type MachineState =
  /** The page has just loaded. `session` is what this tab had stored; it may have expired. */
  | { readonly kind: 'starting'; readonly session: StoredSession | undefined }
  | { readonly kind: 'signed-in'; readonly session: StoredSession }
  /** The user pressed "Log out". The tokens are still needed to tell the API. */
  | { readonly kind: 'signing-out'; readonly session: StoredSession }
  /** This tab has no tokens any more. The browser goes to the sign-out page of the provider. */
  | { readonly kind: 'leaving' }
  /** `isUnexpected`: the session ended although nobody pressed "Log out" on this page. */
  | { readonly kind: 'signed-out'; readonly isUnexpected: boolean };

export type SessionEvent =
  /** This tab or another one has a session that can be used. */
  | { readonly kind: 'session-found'; readonly session: StoredSession }
  | { readonly kind: 'no-session-found' }
  /** The provider redirected back, and the code was exchanged for tokens. */
  | { readonly kind: 'code-redeemed'; readonly session: StoredSession }
  /** `previous` is the session whose renewal was started. */
  | { readonly kind: 'renewed'; readonly previous: StoredSession; readonly session: StoredSession }
  | { readonly kind: 'renewal-rejected'; readonly previous: StoredSession }
  /** Another tab signed out, the API rejects new tokens, or the provider does not know the user any more. */
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
  /** The provider does not know of the sign-out, so the next sign-in must ask for the password. */
  | { readonly kind: 'remember-sign-out' };

export interface Step {
  readonly state: MachineState;
  readonly effects: readonly SessionEffect[];
}

type Transition = (state: MachineState, event: SessionEvent) => Step;

const ignore: Transition = (state) => ({ state, effects: [] });

const signIn: Transition = (state, event) =>
  'session' in event
    ? { state: { kind: 'signed-in', session: event.session }, effects: [{ kind: 'save', session: event.session }] }
    : ignore(state, event);

/** The API call of the sign-out may need the renewed token. */
const renewWhileSigningOut: Transition = (state, event) =>
  'session' in event
    ? { state: { kind: 'signing-out', session: event.session }, effects: [{ kind: 'save', session: event.session }] }
    : ignore(state, event);

const showLogin: Transition = () => ({ state: { kind: 'signed-out', isUnexpected: false }, effects: [] });

/** Unexpected for the user, unless the page had no session. */
const endUnexpectedly: Transition = (state) => ({
  state: { kind: 'signed-out', isUnexpected: sessionOf(state) !== undefined },
  effects: [{ kind: 'clear' }],
});

const endExpectedly: Transition = () => ({
  state: { kind: 'signed-out', isUnexpected: false },
  effects: [{ kind: 'clear' }],
});

const startSignOut: Transition = (state, event) =>
  state.kind === 'signed-in'
    ? { state: { kind: 'signing-out', session: state.session }, effects: [{ kind: 'notify-tabs' }] }
    : ignore(state, event);

const leave: Transition = (state, event) =>
  state.kind === 'signing-out'
    ? {
        state: { kind: 'leaving' },
        effects: [{ kind: 'clear' }, { kind: 'end-provider-session', session: state.session }],
      }
    : ignore(state, event);

const stayAfterSignOut: Transition = () => ({
  state: { kind: 'signed-out', isUnexpected: false },
  effects: [{ kind: 'remember-sign-out' }],
});

type TransitionTable = Readonly<Record<MachineState['kind'], Readonly<Record<SessionEvent['kind'], Transition>>>>;

const ignoreAll: TransitionTable[MachineState['kind']] = {
  'session-found': ignore,
  'no-session-found': ignore,
  'code-redeemed': ignore,
  renewed: ignore,
  'renewal-rejected': ignore,
  'session-ended': ignore,
  'sign-out-requested': ignore,
  'api-notified': ignore,
  'provider-unreachable': ignore,
};

const transitions: TransitionTable = {
  starting: {
    ...ignoreAll,
    'session-found': signIn,
    'no-session-found': showLogin,
    'code-redeemed': signIn,
    renewed: signIn,
    'renewal-rejected': endUnexpectedly,
    'session-ended': endUnexpectedly,
  },
  'signed-in': {
    ...ignoreAll,
    'code-redeemed': signIn,
    renewed: signIn,
    'renewal-rejected': endUnexpectedly,
    'session-ended': endUnexpectedly,
    'sign-out-requested': startSignOut,
  },
  'signing-out': {
    ...ignoreAll,
    renewed: renewWhileSigningOut,
    'renewal-rejected': endExpectedly,
    'session-ended': endExpectedly,
    'api-notified': leave,
  },
  leaving: { ...ignoreAll, 'provider-unreachable': stayAfterSignOut },
  'signed-out': { ...ignoreAll, 'code-redeemed': signIn },
};

export function reduceSession(state: MachineState, event: SessionEvent): Step {
  // A renewal can finish after a sign-out, or after somebody else signed in. Its result must not count then.
  if ('previous' in event && event.previous !== sessionOf(state)) return ignore(state, event);
  return transitions[state.kind][event.kind](state, event);
}

export function sessionOf(state: MachineState): StoredSession | undefined {
  return 'session' in state ? state.session : undefined;
}
