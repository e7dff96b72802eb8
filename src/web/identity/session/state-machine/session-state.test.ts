import { describe, expect, it } from 'vitest';
import type { SessionEvent, SessionState } from './session-events.ts';
import { initialSession, reduceSession } from './session-state.ts';
import type { StoredSession } from './stored-session.ts';

function session(name: string, subject = 'nurse'): StoredSession {
  const profile = { sub: subject, iss: 'x', aud: 'x', exp: 0, iat: 0 };
  const user = { access_token: name, profile, expires_at: 600 };
  return { user, lineage: name, generation: 1, issuedAt: 0, apiAnswer: 'none', replacesRefused: false };
}

const old = session('old');
const fresh = session('fresh');
const ward = '/client/1/ward/2?x=3#room';
const signedIn = { kind: 'signed-in', session: old, returnTo: undefined, isProviderUnavailable: false } as const;

const states = {
  'starting without a session': initialSession(undefined, undefined),
  'starting with a session': initialSession(old, undefined),
  'starting after an unknown callback': { kind: 'starting', session: undefined, returnTo: ward },
  'completing without a session': initialSession(undefined, ward),
  'completing with a session': initialSession(old, ward),
  'signed-in': signedIn,
  'signed-in with an accepted token': { ...signedIn, session: { ...old, apiAnswer: 'accepted' } },
  'signed-in with a refused token': { ...signedIn, session: { ...old, apiAnswer: 'refused' } },
  'signed-in without an answer of the provider': { ...signedIn, isProviderUnavailable: true },
  'signing-out': { kind: 'signing-out', session: old },
  leaving: { kind: 'leaving' },
  'signed-out': { kind: 'signed-out', reason: { kind: 'ended' }, returnTo: ward },
} as const satisfies Record<string, SessionState>;

const events = {
  'session-found': { kind: 'session-found', session: fresh },
  'no-session-found': { kind: 'no-session-found' },
  'code-redeemed': { kind: 'code-redeemed', session: fresh },
  'sign-in-refused': { kind: 'sign-in-refused', isLoginRequired: false, detail: 'no' },
  'login-required': { kind: 'sign-in-refused', isLoginRequired: true, detail: 'login_required' },
  'callback-unknown': { kind: 'callback-unknown' },
  renewed: { kind: 'renewed', previous: old, session: fresh },
  'renewal-refused': { kind: 'renewal-refused', previous: old },
  'provider-unavailable': { kind: 'provider-unavailable' },
  'token-accepted': { kind: 'token-accepted', token: 'old' },
  'token-refused': { kind: 'token-refused', token: 'old', cause: 'audience' },
  'token revoked': { kind: 'token-refused', token: 'old', cause: 'revoked' },
  'another token refused': { kind: 'token-refused', token: 'other', cause: 'audience' },
  'signed-out-elsewhere': { kind: 'signed-out-elsewhere' },
  'sign-out-requested': { kind: 'sign-out-requested' },
  'api-notified': { kind: 'api-notified' },
  'sign-out-page-unreachable': { kind: 'sign-out-page-unreachable' },
} as const satisfies Readonly<Record<string, SessionEvent>>;

/**
 * The expected next state and effects by the pair of state and event. A pair that is missing must leave the state as
 * it is.
 */
const expected: Readonly<Record<string, string>> = {
  'starting without a session, session-found': 'signed-in fresh: save',
  'starting without a session, no-session-found': 'signed-out:',
  'starting without a session, signed-out-elsewhere': 'signed-out: clear',
  'starting with a session, session-found': 'signed-in fresh: save',
  'starting with a session, no-session-found': 'signed-out:',
  'starting with a session, renewed': 'signed-in fresh: save',
  'starting with a session, renewal-refused': 'signed-out ended: clear',
  'starting with a session, signed-out-elsewhere': 'signed-out ended: clear',
  'starting after an unknown callback, session-found': 'signed-in fresh to the ward: save',
  'starting after an unknown callback, no-session-found': 'signed-out unknown-callback to the ward:',
  'starting after an unknown callback, signed-out-elsewhere': 'signed-out to the ward: clear',
  'completing without a session, code-redeemed': 'signed-in fresh to the ward: save',
  'completing without a session, sign-in-refused': 'signed-out sign-in-failed to the ward: clear',
  'completing without a session, login-required': 'signed-out ended to the ward: clear',
  'completing without a session, callback-unknown': 'starting to the ward: find-session',
  'completing without a session, provider-unavailable': 'completing unavailable to the ward:',
  'completing with a session, code-redeemed': 'signed-in fresh to the ward: save',
  'completing with a session, sign-in-refused': 'signed-out sign-in-failed to the ward: clear',
  'completing with a session, login-required': 'signed-out ended to the ward: clear',
  'completing with a session, callback-unknown': 'starting old to the ward: find-session',
  'completing with a session, provider-unavailable': 'completing unavailable to the ward:',
  'signed-in, renewed': 'signed-in fresh: save',
  'signed-in, renewal-refused': 'signed-out ended: clear',
  'signed-in, provider-unavailable': 'signed-in old unavailable:',
  'signed-in, token-accepted': 'signed-in old accepted: save',
  'signed-in, token-refused': 'signed-out token-refused: clear',
  'signed-in, token revoked': 'signed-out ended: clear',
  'signed-in, signed-out-elsewhere': 'signed-out ended: clear',
  'signed-in, sign-out-requested': 'signing-out old: notify-tabs',
  'signed-in with an accepted token, renewed': 'signed-in fresh: save',
  'signed-in with an accepted token, renewal-refused': 'signed-out ended: clear',
  'signed-in with an accepted token, provider-unavailable': 'signed-in old accepted unavailable:',
  'signed-in with an accepted token, token-refused': 'signed-in old refused: save',
  'signed-in with an accepted token, token revoked': 'signed-in old refused: save',
  'signed-in with an accepted token, signed-out-elsewhere': 'signed-out ended: clear',
  'signed-in with an accepted token, sign-out-requested': 'signing-out old accepted: notify-tabs',
  'signed-in with a refused token, renewed': 'signed-in fresh: save',
  'signed-in with a refused token, renewal-refused': 'signed-out ended: clear',
  'signed-in with a refused token, provider-unavailable': 'signed-in old refused unavailable:',
  'signed-in with a refused token, signed-out-elsewhere': 'signed-out ended: clear',
  'signed-in with a refused token, sign-out-requested': 'signing-out old refused: notify-tabs',
  'signed-in without an answer of the provider, renewed': 'signed-in fresh: save',
  'signed-in without an answer of the provider, renewal-refused': 'signed-out ended: clear',
  'signed-in without an answer of the provider, token-accepted': 'signed-in old accepted unavailable: save',
  'signed-in without an answer of the provider, token-refused': 'signed-out token-refused: clear',
  'signed-in without an answer of the provider, token revoked': 'signed-out ended: clear',
  'signed-in without an answer of the provider, signed-out-elsewhere': 'signed-out ended: clear',
  'signed-in without an answer of the provider, sign-out-requested': 'signing-out old: notify-tabs',
  'signing-out, signed-out-elsewhere': 'signed-out: clear all',
  'signing-out, api-notified': 'leaving: clear all, end-provider-session',
  'leaving, sign-out-page-unreachable': 'signed-out: remember-sign-out',
  'signed-out, session-found': 'signed-in fresh to the ward: save',
};

function describeStep(state: SessionState, event: SessionEvent): string {
  const step = reduceSession(state, event);
  if (step.state === state) return ['ignored', ...step.effects.map(describeEffect)].join(' ');
  return `${describeState(step.state)}: ${step.effects.map(describeEffect).join(', ')}`.trim();
}

function describeState(state: SessionState): string {
  const words: string[] = [state.kind];
  const known = 'session' in state ? state.session : undefined;
  if (known !== undefined) words.push(known.user.access_token);
  if (known !== undefined && known.apiAnswer !== 'none') words.push(known.apiAnswer);
  if ('isProviderUnavailable' in state && state.isProviderUnavailable) words.push('unavailable');
  if ('reason' in state && state.reason !== undefined) words.push(state.reason.kind);
  if ('returnTo' in state && state.returnTo === ward) words.push('to the ward');
  return words.join(' ');
}

function describeEffect(effect: ReturnType<typeof reduceSession>['effects'][number]): string {
  return effect.kind === 'clear' && !effect.keepsSignIn ? 'clear all' : effect.kind;
}

describe.each(Object.entries(states))('the session in the state %s', (stateName, state) => {
  it.each(Object.entries(events))(
    'the event %s leads to the expected state and effects, or is ignored',
    (eventName, event) => {
      expect(describeStep(state, event)).toBe(expected[`${stateName}, ${eventName}`] ?? 'ignored');
    },
  );
});

it.each([
  ['a sign-out', states['signed-out']],
  ['the start of another session', { ...signedIn, session: session('other') }],
] as const)('a renewal that finishes after %s is ignored', (_what, state) => {
  expect(describeStep(state, events.renewed)).toBe('ignored');
  expect(describeStep(state, events['renewal-refused'])).toBe('ignored');
});

it('when another user signs in, the tab deletes the data that it has stored for the previous user', () => {
  const another = { kind: 'code-redeemed', session: session('fresh', 'manager') } as const;
  expect(describeStep(initialSession(old, ward), another)).toBe('signed-in fresh to the ward: clear, save');
});
