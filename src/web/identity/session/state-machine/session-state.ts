/**
 * The state machine of the session: it maps a state and an event to the next state and its effects. The store holds the
 * state, and `session.ts` runs the effects.
 */
import type { SessionEffect, SessionEvent, SessionState, SignOutReason } from './session-events.ts';
import { hasSameTokens, isSessionReplaceable, type StoredSession } from './stored-session.ts';

export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

/**
 * The state of a page that has just loaded. `callbackReturnTo`: the return address if the page is the callback page.
 */
export function initialSession(stored: StoredSession | undefined, callbackReturnTo: string | undefined): SessionState {
  return callbackReturnTo === undefined
    ? { kind: 'starting', session: stored, returnTo: undefined }
    : { kind: 'completing', previous: stored, returnTo: callbackReturnTo, isProviderUnavailable: false };
}

/** Returns the next state and the effects. An event that does not apply to the state leaves the state unchanged. */
export function reduceSession(state: SessionState, event: SessionEvent): SessionStep {
  const ignored = { state, effects: [] };
  // Ignores the result of a renewal that finishes after a sign-out, or after another user signed in.
  if ('previous' in event && !hasSameTokens(event.previous, sessionOf(state))) return ignored;
  return transition(state, event) ?? ignored;
}

function transition(state: SessionState, event: SessionEvent): SessionStep | undefined {
  switch (state.kind) {
    case 'starting':
      return whileStarting(state, event);
    case 'completing':
      return whileCompleting(state, event);
    case 'signed-in':
      return whileSignedIn(state, event);
    case 'signing-out':
      return whileSigningOut(state, event);
    case 'leaving':
      return whileLeaving(event);
    case 'signed-out':
      return event.kind === 'session-found' ? signedIn(event.session, state.returnTo) : undefined;
  }
}

type In<Kind extends SessionState['kind']> = Extract<SessionState, { readonly kind: Kind }>;

function whileStarting(state: In<'starting'>, event: SessionEvent): SessionStep | undefined {
  switch (event.kind) {
    case 'session-found':
    case 'renewed':
      return signedIn(event.session, state.returnTo);
    case 'no-session-found': {
      const reason = state.returnTo === undefined ? undefined : ({ kind: 'unknown-callback' } as const);
      return { state: signedOut(reason, state.returnTo), effects: [] };
    }
    case 'renewal-refused':
    case 'signed-out-elsewhere':
      return ended(state.session === undefined ? undefined : { kind: 'ended' }, state.returnTo);
    default:
      return undefined;
  }
}

function whileCompleting(state: In<'completing'>, event: SessionEvent): SessionStep | undefined {
  const { previous, returnTo } = state;
  switch (event.kind) {
    case 'code-redeemed': {
      const { state: next, effects } = signedIn(event.session, returnTo);
      // Another user must not see the data that this tab has stored.
      const isAnotherUser = previous !== undefined && previous.user.profile.sub !== event.session.user.profile.sub;
      return { state: next, effects: isAnotherUser ? [{ kind: 'clear', keepsSignIn: true }, ...effects] : effects };
    }
    case 'sign-in-refused': {
      // Only a renewal requests a response without a login page, so this response means that a session has ended.
      const { isLoginRequired, detail } = event;
      return ended(isLoginRequired ? { kind: 'ended' } : { kind: 'sign-in-failed', detail }, returnTo);
    }
    case 'callback-unknown':
      return { state: { kind: 'starting', session: previous, returnTo }, effects: [{ kind: 'find-session' }] };
    case 'provider-unavailable':
      return state.isProviderUnavailable
        ? undefined
        : { state: { ...state, isProviderUnavailable: true }, effects: [] };
    default:
      return undefined;
  }
}

function whileSignedIn(state: In<'signed-in'>, event: SessionEvent): SessionStep | undefined {
  switch (event.kind) {
    case 'renewed':
      return signedIn(event.session, state.returnTo);
    case 'renewal-refused':
    case 'signed-out-elsewhere':
      return ended({ kind: 'ended' }, state.returnTo);
    case 'provider-unavailable':
      return state.isProviderUnavailable
        ? undefined
        : { state: { ...state, isProviderUnavailable: true }, effects: [] };
    case 'token-accepted':
      return tokenAccepted(state, event.token);
    case 'token-refused':
      return tokenRefused(state, event);
    case 'sign-out-requested':
      return { state: { kind: 'signing-out', session: state.session }, effects: [{ kind: 'notify-tabs' }] };
    default:
      return undefined;
  }
}

function whileSigningOut({ session }: In<'signing-out'>, event: SessionEvent): SessionStep | undefined {
  if (event.kind === 'signed-out-elsewhere') {
    return { state: signedOut(undefined), effects: [{ kind: 'clear', keepsSignIn: false }] };
  }
  if (event.kind !== 'api-notified') return undefined;
  const effects = [
    { kind: 'clear', keepsSignIn: false },
    { kind: 'end-provider-session', session },
  ] as const;
  return { state: { kind: 'leaving' }, effects };
}

function whileLeaving(event: SessionEvent): SessionStep | undefined {
  if (event.kind !== 'sign-out-page-unreachable') return undefined;
  return { state: signedOut(undefined), effects: [{ kind: 'remember-sign-out' }] };
}

function tokenAccepted(state: In<'signed-in'>, token: string): SessionStep | undefined {
  const { session } = state;
  return token === session.user.access_token && session.apiAnswer === 'none'
    ? withApiAnswer(state, 'accepted')
    : undefined;
}

/** Handles a token that the API has refused. If several calls used the token, only the first refusal replaces it. */
function tokenRefused(
  state: In<'signed-in'>,
  { token, cause }: Extract<SessionEvent, { readonly kind: 'token-refused' }>,
): SessionStep | undefined {
  const { session, returnTo } = state;
  if (token !== session.user.access_token || session.apiAnswer === 'refused') return undefined;
  if (isSessionReplaceable(session)) return withApiAnswer(state, 'refused');
  // The API responds with `revoked` when the session was ended elsewhere. Any other cause means that the API does not
  // accept the tokens of this provider.
  return ended(cause === 'revoked' ? { kind: 'ended' } : { kind: 'token-refused', cause }, returnTo);
}

function withApiAnswer(state: In<'signed-in'>, apiAnswer: StoredSession['apiAnswer']): SessionStep {
  const session = { ...state.session, apiAnswer };
  return { state: { ...state, session }, effects: [{ kind: 'save', session }] };
}

function signedIn(session: StoredSession, returnTo: string | undefined): SessionStep {
  return {
    state: { kind: 'signed-in', session, returnTo, isProviderUnavailable: false },
    effects: [{ kind: 'save', session }],
  };
}

/** Ends the session. Keeps the stored return address, because a user who goes back to the provider can log in there. */
function ended(reason: SignOutReason | undefined, returnTo: string | undefined): SessionStep {
  return { state: signedOut(reason, returnTo), effects: [{ kind: 'clear', keepsSignIn: true }] };
}

function signedOut(reason: SignOutReason | undefined, returnTo?: string): SessionState {
  return { kind: 'signed-out', reason, returnTo };
}

export function sessionOf(state: SessionState): StoredSession | undefined {
  return 'session' in state ? state.session : undefined;
}
