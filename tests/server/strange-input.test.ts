/** Sends input of the right form with strange parts to every call. Random input would not pass the schemas. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requestPathOf, type Endpoint } from '../../src/contract/endpoint.ts';
import { allEndpoints } from '../../src/contract/all-endpoints.ts';
import { Problem, problemContentType } from '../../src/contract/problem.ts';
import { listAccounts } from '../../src/server/people/accounts/accounts.ts';
import { expectFhirResource } from '../support/fhir/fhir-schema.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';
import { unknownUuid } from '../support/homes/small-home.ts';
import { createTestUsers } from '../support/identity/test-users.ts';

/** Returns the number of inputs for a call: fewer for the import of a home file, because each starts a thread. */
const runsOf = (endpoint: Endpoint) => (endpoint === allEndpoints.importHome ? 5 : 10);
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

/** Converts the parts of an address to texts. `String` may throw, because a `toString` can be no function. */
function toTexts(values: unknown): Record<string, string> {
  const entries = typeof values === 'object' && values !== null ? Object.entries(values) : [];
  const texts = entries.map(([name, value]) => [name, textOf(value).toWellFormed()] as const);
  return { id: unknownUuid, connection: 'sensors', ...Object.fromEntries(texts) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** `streamEvents` is not tested, because a live connection that is accepted has no end. */
const { streamEvents: _streamEvents, ...others } = allEndpoints;
const calls = Object.entries<Endpoint>(others).filter(([, { params, query, body }]) => params ?? query ?? body);

test.each(calls)(
  '[API-1] the call %s refuses strange input with the names of the fields, and never fails',
  async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(inputOf(endpoint), async ({ body, ...values }) => {
        const response = await fetch(`${app.url}/api${requestPathOf(endpoint, values)}`, {
          method: endpoint.method,
          headers: {
            authorization: `Bearer ${endpoint.access === 'device' ? app.deviceKey : token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        expect(response.status, text).not.toBe(500);
        if (response.ok) return;
        if (endpoint.format === 'fhir') {
          expect(expectFhirResource(JSON.parse(text))).toMatchObject({ resourceType: 'OperationOutcome' });
          return;
        }
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

/** The keywords of JSON Schema that the contract uses. */
const Schema = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  pattern: z.optional(z.string()),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(z.unknown()),
  propertyNames: z.optional(z.unknown()),
  items: z.optional(z.unknown()),
  minItems: z.optional(z.number()),
});

interface Parts {
  /** Texts that mean something to the server, such as uuids. */
  readonly texts: readonly string[];
  /** The values that may replace any part of an input. */
  readonly strange: fc.Arbitrary<unknown>;
}

function valuesOf(schema: unknown, parts: Parts): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 40, arbitrary: plainValuesOf(Schema.parse(schema), parts) },
    { weight: 1, arbitrary: parts.strange },
  );
}

function plainValuesOf(schema: z.infer<typeof Schema>, parts: Parts): fc.Arbitrary<unknown> {
  const { type, anyOf, oneOf, allOf, items, minItems = 0 } = schema;
  const choices = anyOf ?? oneOf ?? allOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valuesOf(one, parts)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => plainValuesOf({ ...schema, type: one }, parts)));
  switch (type) {
    case 'object':
      return objectsOf(schema, parts);
    case 'array':
      return fc.array(valuesOf(items ?? {}, parts), { minLength: minItems, maxLength: minItems + 3 });
    case 'string':
      return textsOf(schema, parts);
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** Generates texts that the pattern or format of the schema accepts, if it has one. */
function textsOf({ pattern, format }: z.infer<typeof Schema>, { texts }: Parts): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toJSON());
  if (pattern === undefined) return fc.oneof(fc.constantFrom(...texts), fc.string());
  const accepted = texts.filter((text) => new RegExp(pattern, 'u').test(text));
  return accepted.length === 0 ? fc.string() : fc.constantFrom(...accepted);
}

function objectsOf({ properties = {}, required = [], ...schema }: z.infer<typeof Schema>, parts: Parts) {
  const fields = Object.entries(properties).map(([name, one]) => [name, valuesOf(one, parts)] as const);
  const named = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  const { additionalProperties: more, propertyNames } = schema;
  if (typeof more !== 'object' || more === null) return named;
  const names =
    propertyNames === undefined ? fc.string() : plainValuesOf(Schema.parse(propertyNames), parts).map(String);
  return fc.tuple(named, fc.dictionary(names, valuesOf(more, parts), { maxKeys: 3 })).map(([a, b]) => ({ ...b, ...a }));
}
