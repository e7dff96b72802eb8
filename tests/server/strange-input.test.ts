/**
 * Sends input of the right form with strange parts to every call of the administration. Other than random input, it
 * reaches the code behind the contract.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addressOf, type Endpoint } from '../../src/contract/endpoint.ts';
import { manageEndpoints } from '../../src/contract/manage/manage-endpoints.ts';
import { ownAccountEndpoints } from '../../src/contract/own-account.ts';
import { Problem, problemContentType } from '../../src/contract/problem.ts';
import { listAccounts } from '../../src/server/identity-provider/accounts/accounts.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { unknownUuid } from '../support/homes/small-home.ts';
import { createTestUsers } from '../support/identity/test-users.ts';
import { valuesOf } from '../support/schema-values.ts';

/** Each import of a home file starts a thread. */
const runsOf = (endpoint: Endpoint) => (endpoint === manageEndpoints.importHome ? 10 : 30);
const users = createTestUsers(Date.now);

let app: TestApp;
let token: string;
let accounts: readonly string[];
beforeAll(async () => {
  app = await startTestApp({ authenticator: users });
  token = users.token([{ kind: 'everything' }], { roles: ['administrator'] });
  accounts = (await listAccounts(app.database)).map(({ subject }) => subject);
});
afterAll(() => app.close());

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed()),
  fc.constantFrom('', ' ', '..', '%00', "' or 1=1 --", 'null', '__proto__', '\u0000', '🏥', '\u202Eabc', 'غرفة'),
  fc.constantFrom('x'.repeat(10_000), '-1', '1e999', '[', '{{name}}', '<b>', '&a *a', '- a: !!js 1', 'a,b\n"'),
);
const strange = fc.oneof(strangeText, fc.constantFrom(-1, 1e308, 2 ** 31, 2 ** 53, true, null, {}, []), fc.jsonValue());

function inputOf({ params = none, query = none, body }: Endpoint): fc.Arbitrary<Sent> {
  const { clients, locations, wards, rooms } = app.home;
  const uuids = [clients, locations, wards, rooms].flatMap(([first]) => first?.uuid ?? []);
  const files = ['clients:\n- displayName: Anker', 'client,location,ward,displayName\na,b,c,d', 'connections: []'];
  const texts = [...uuids, ...accounts, unknownUuid, 'Room 1', 'room-1', 'soeb', 'a long password', ...files];
  const partsOf = (schema: z.ZodMiniType) =>
    valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), { texts, strange });
  return fc.record({
    params: partsOf(params).map(toTexts),
    query: partsOf(query).map(toTexts),
    body: body === undefined ? fc.constant(undefined) : partsOf(body),
  });
}

const none = z.object({});

/** The parts of an address. A strange object can have a `toString` that is no function, so `String` may throw. */
function toTexts(values: unknown): Record<string, string> {
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  const texts = entries.map(([name, value]) => [name, textOf(value).toWellFormed()] as const);
  return { id: unknownUuid, ...Object.fromEntries(texts) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const calls = Object.entries<Endpoint>({ ...manageEndpoints, ...ownAccountEndpoints }).filter(
  ([, { params, query, body }]) => params ?? query ?? body,
);

test.each(calls)(
  '[API-1] the call %s of the administration refuses strange input with the names of the fields',
  async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(inputOf(endpoint), async ({ body, ...values }) => {
        const response = await fetch(`${app.url}/api${addressOf(endpoint, values)}`, {
          method: endpoint.method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        expect(response.status, text).not.toBe(500);
        if (response.ok) return;
        expect(response.headers.get('content-type')).toContain(problemContentType);
        const { status, errors } = Problem.parse(JSON.parse(text));
        expect(status).toBe(response.status);
        if (status === 422)
          expect(errors?.map(({ field }) => field).filter((field) => field !== '')).not.toHaveLength(0);
      }),
      { numRuns: runsOf(endpoint) },
    );
  },
);
