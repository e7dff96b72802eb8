import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { everything, seedSmallHome, small, unknownUuid } from '../../../tests/support/homes/small-home.ts';
import { createTestUsers } from '../../../tests/support/identity/test-users.ts';
import type { Right, Role, Scope } from '../../domain/user.ts';
import { AppError } from '../shared/app-error.ts';
import type { Database } from '../database/database.ts';
import { managerAuthenticators, requireEverything, requireManaged } from './manager.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterAll(() => database.close());

const { clientA, clientB, locationA1, locationA2, wardA1x, wardA1y, wardA2x, streamA1x1, streamB1x1 } = small;
const clientScope: Scope = { kind: 'client', uuid: clientA };

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  throw error;
}

async function outcomeFor(role: Role, scope: Scope, access: 'manager' | 'administrator') {
  const users = createTestUsers(() => 0);
  const token = users.token([scope], { roles: [role] });
  const authenticate = managerAuthenticators(users.authenticate)[access];
  return authenticate(`Bearer ${token}`, { clientAddress: '192.0.2.7' }).then(({ managed }) => managed, codeOf);
}

test.each([
  ['ward-nurse', 'manager', false],
  ['manager', 'manager', true],
  ['administrator', 'manager', true],
  ['ward-nurse', 'administrator', false],
  ['manager', 'administrator', false],
  ['administrator', 'administrator', true],
] as const)('a %s may use a call for the role %s: %s', async (role, access, expected) => {
  expect(await outcomeFor(role, clientScope, access)).toEqual(expected ? [clientScope] : 'forbidden');
});

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
] as const)('a manager of a location: %s %s is %s', async (level, uuid, expected) => {
  const manager = callerWith({ role: 'manager', scope: { kind: 'location', uuid: locationA1 } });
  expect(await outcomeOf(manager, level, uuid)).toBe(expected);
});

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

test('only the scope everything manages what belongs to no place', () => {
  requireEverything({ managed: [clientScope, everything] });
  for (const managed of [[], [clientScope]]) {
    expect(() => requireEverything({ managed })).toThrow(expect.objectContaining({ code: 'forbidden' }));
  }
});
