import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { everything, small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import type { Right, Scope } from '../../domain/user.ts';
import { AppError } from '../shared/app-error.ts';
import type { Database } from '../database/database.ts';
import { requireScopeEverything, requireManaged } from './manager.ts';

let database: Database;
beforeAll(async () => {
  database = await openSmallHome();
});
afterAll(() => database.close());

const { clientA, clientB, locationA1, locationA2, wardA1x, wardA1y, wardA2x, streamA1x1, streamB1x1 } = small;
const clientScope: Scope = { kind: 'client', uuid: clientA };

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  throw error;
}

function callerWith(...rights: readonly Right[]) {
  const scopes = rights.map(({ scope }) => scope);
  const managed = rights.filter(({ role }) => role !== 'ward-nurse').map(({ scope }) => scope);
  const user = { subject: 'm', displayName: null, rights, roles: rights.map(({ role }) => role), scopes };
  return { user, managed };
}

const outcomeOf = (...[caller, level, uuid]: [ReturnType<typeof callerWith>, ...LevelAndUuid]) =>
  requireManaged(database.query, caller, level, uuid).then(() => 'may change', codeOf);
type LevelAndUuid = [level: Parameters<typeof requireManaged>[2], uuid: string];

test.each([
  ['client', clientA, 'forbidden'],
  ['location', locationA1, 'may change'],
  ['ward', wardA1x, 'may change'],
  ['stream', streamA1x1, 'may change'],
  ['stream', streamA1x1.toUpperCase(), 'may change'],
  ['location', locationA2, 'not-found'],
  ['ward', wardA2x, 'not-found'],
  ['client', clientB, 'not-found'],
  ['stream', streamB1x1, 'not-found'],
  ['stream', unknownUuid, 'not-found'],
] as const)(
  'a manager of one location who wants to change the %s %s gets the result "%s"',
  async (level, uuid, expected) => {
    const manager = callerWith({ role: 'manager', scope: { kind: 'location', uuid: locationA1 } });
    expect(await outcomeOf(manager, level, uuid)).toBe(expected);
  },
);

test('a manager of one ward who is nurse of another one may only see that other ward and what is above it', async () => {
  const caller = callerWith(
    { role: 'manager', scope: { kind: 'ward', uuid: wardA2x } },
    { role: 'ward-nurse', scope: { kind: 'ward', uuid: wardA1x } },
  );
  expect(await outcomeOf(caller, 'ward', wardA2x)).toBe('may change');
  expect(await outcomeOf(caller, 'ward', wardA1x)).toBe('forbidden');
  expect(await outcomeOf(caller, 'stream', streamA1x1)).toBe('forbidden');
  expect(await outcomeOf(caller, 'location', locationA1)).toBe('forbidden');
  expect(await outcomeOf(caller, 'ward', wardA1y)).toBe('not-found');
});

test('only users with the scope `everything` manage objects without a place', () => {
  requireScopeEverything({ managed: [clientScope, everything] });
  for (const managed of [[], [clientScope]]) {
    expect(() => requireScopeEverything({ managed })).toThrow(expect.objectContaining({ code: 'forbidden' }));
  }
});
