import { User } from 'oidc-client-ts';
import { describe, expect, it } from 'vitest';
import { reduceSession, type SessionEvent, type SessionState } from './session-state.ts';
import type { StoredSession } from './stored-session.ts';

function session(name: string): StoredSession {
  const profile = { sub: 'nurse', iss: 'x', aud: 'x', exp: 0, iat: 0 };
  const user = new User({ access_token: name, token_type: 'Bearer', profile });
  return { user, lineage: name, generation: 1, issuedAt: 0 };
}

const old = session('old');
const fresh = session('fresh');

const states = {
  'starting without a session': { kind: 'starting', session: undefined },
  'starting with a session': { kind: 'starting', session: old },
  'signed-in': { kind: 'signed-in', session: old },
  'signing-out': { kind: 'signing-out', session: old },
  leaving: { kind: 'leaving' },
  'signed-out': { kind: 'signed-out', isUnexpected: true },
} as const satisfies Record<string, SessionState>;

const events = {
  'session-found': { kind: 'session-found', session: fresh },
  'no-session-found': { kind: 'no-session-found' },
  'code-redeemed': { kind: 'code-redeemed', session: fresh },
  renewed: { kind: 'renewed', previous: old, session: fresh },
  'renewal-rejected': { kind: 'renewal-rejected', previous: old },
  'session-ended': { kind: 'session-ended' },
  'sign-out-requested': { kind: 'sign-out-requested' },
  'api-notified': { kind: 'api-notified' },
  'provider-unreachable': { kind: 'provider-unreachable' },
} as const satisfies Readonly<Record<SessionEvent['kind'], SessionEvent>>;

/** The next state and the effects for each state and event. A pair that is missing here must change nothing. */
const expected: Readonly<Record<string, string>> = {
  'starting without a session, session-found': 'signed-in fresh: save fresh',
  'starting without a session, no-session-found': 'signed-out: ',
  'starting without a session, code-redeemed': 'signed-in fresh: save fresh',
  'starting without a session, session-ended': 'signed-out: clear',
  'starting with a session, session-found': 'signed-in fresh: save fresh',
  'starting with a session, no-session-found': 'signed-out: ',
  'starting with a session, code-redeemed': 'signed-in fresh: save fresh',
  'starting with a session, renewed': 'signed-in fresh: save fresh',
  'starting with a session, renewal-rejected': 'signed-out unexpectedly: clear',
  'starting with a session, session-ended': 'signed-out unexpectedly: clear',
  'signed-in, code-redeemed': 'signed-in fresh: save fresh',
  'signed-in, renewed': 'signed-in fresh: save fresh',
  'signed-in, renewal-rejected': 'signed-out unexpectedly: clear',
  'signed-in, session-ended': 'signed-out unexpectedly: clear',
  'signed-in, sign-out-requested': 'signing-out old: notify-tabs',
  'signing-out, renewed': 'signing-out fresh: save fresh',
  'signing-out, renewal-rejected': 'signed-out: clear',
  'signing-out, session-ended': 'signed-out: clear',
  'signing-out, api-notified': 'leaving: clear, end-provider-session old',
  'leaving, provider-unreachable': 'signed-out: remember-sign-out',
  'signed-out, code-redeemed': 'signed-in fresh: save fresh',
};

function describeStep(state: SessionState, event: SessionEvent): string {
  const step = reduceSession(state, event);
  if (step.state === state) return `ignored${step.effects.map(({ kind }) => kind).join()}`;
  const nameOf = (value: object) =>
    'session' in value && value.session === old ? ' old' : 'session' in value ? ' fresh' : '';
  const suffix = step.state.kind === 'signed-out' && step.state.isUnexpected ? ' unexpectedly' : nameOf(step.state);
  return `${step.state.kind}${suffix}: ${step.effects.map((effect) => effect.kind + nameOf(effect)).join(', ')}`;
}

describe.each(Object.entries(states))('the session in the state %s', (stateName, state) => {
  it.each(Object.entries(events))('the session in this state handles or ignores the event %s', (eventName, event) => {
    expect(describeStep(state, event)).toBe(expected[`${stateName}, ${eventName}`] ?? 'ignored');
  });
});

it.each([
  ['a sign-out', states['signed-out']],
  ['the start of another session', { kind: 'signed-in', session: session('other') }],
] as const)('a renewal that finishes after %s is ignored', (_what, state) => {
  expect(describeStep(state, events.renewed)).toBe('ignored');
  expect(describeStep(state, events['renewal-rejected'])).toBe('ignored');
});
