/** Sends random input to every endpoint. Expects a problem body, no server error, and no change of the data. */
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { Problem, problemContentType } from '../../src/contract/problem.ts';
import type { Database } from '../../src/server/database/database.ts';
import { unknownUuid } from '../support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../support/app/start-small-app.ts';

const runs = 150;

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp();
});
afterAll(() => app.close());

/** Returns the content of all tables that a call could change. */
async function snapshot({ query }: Database): Promise<string> {
  const hierarchy = ['client', 'location', 'ward', 'stream'] as const;
  const tables = [...hierarchy, 'report', 'device_key', 'group_right', 'revoked_token'] as const;
  const rows = await Promise.all(tables.map((table) => query.selectFrom(table).selectAll().execute()));
  // A refused call also updates the last use of its device key.
  return JSON.stringify(rows, (name, value: unknown) => (name.startsWith('last_used_') ? undefined : value));
}

const strangeText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(unknownUuid, '', ' ', '..', '%', '%00', "' or 1=1 --", '{}', 'null'),
  fc.constantFrom('\u0000', '🏥', '-1', '9'.repeat(300)),
);
const sentPath = fc.oneof(
  strangeText.map(encodeText),
  fc.webPath().map((path) => path.slice(1)),
);
const query = fc.oneof(
  fc.dictionary(fc.constantFrom('clientUUID', 'locationUUID', 'wardUUID', 'x', '__proto__'), strangeText),
  fc.constant({}),
);
const reportLike = fc.record(
  {
    stream: fc.oneof(fc.constant(unknownUuid), strangeText, fc.anything()),
    room: fc.oneof(fc.constantFrom(unknownUuid, `${unknownUuid}/room-1`), strangeText, fc.anything()),
    status: fc.oneof(fc.integer(), fc.double(), fc.constantFrom('soeb', 'man_down'), strangeText, fc.anything()),
    at: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
      strangeText,
      fc.anything(),
    ),
    id: fc.oneof(strangeText, fc.anything()),
    notification: fc.oneof(fc.boolean(), fc.anything()),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  fc.oneof(reportLike, fc.array(reportLike), fc.jsonValue()).map(toJson),
  strangeText,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);
const contentType = fc.oneof(
  { weight: 4, arbitrary: fc.constant('application/json') },
  fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', ''),
  fc.stringMatching(/^[ -~]*$/),
);
const credentials = fc.oneof(
  { weight: 3, arbitrary: fc.constant('valid') },
  fc.stringMatching(/^[ -~]*$/),
  fc.constantFrom('Bearer', 'Bearer ', 'Basic YTpi', 'Bearer eyJhbGciOiJub25lIn0.e30.'),
);

const request = fc.record({ path: sentPath, query, body, contentType, credentials });
type Sent = typeof request extends fc.Arbitrary<infer T> ? T : never;

test.each(Object.entries<Endpoint>(endpoints))(
  '[API-1] the endpoint %s refuses random input with a problem body and changes nothing',
  async (_, endpoint) => {
    const before = await snapshot(app.database);
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        const answer = await app.fastify.inject(injection(endpoint, sent));
        const isOk = answer.statusCode === 200;
        // Only an endpoint that reads no input can accept random input.
        expect(isOk && (endpoint.params ?? endpoint.query ?? endpoint.body)).toBeFalsy();
        expect(answer.statusCode).toBeLessThan(500);
        if (isOk) return;
        expect(answer.headers['content-type']).toContain(problemContentType);
        expect(z.parse(Problem, answer.json()).status).toBe(answer.statusCode);
      }),
      { numRuns: runs },
    );
    expect(await snapshot(app.database)).toBe(before);
  },
);

function injection(endpoint: Endpoint, sent: Sent): InjectOptions {
  const search = Object.entries(sent.query).map(([name, value]) => `${name}=${encodeText(value)}`);
  const url = `/api${endpoint.path.replace('{id}', sent.path)}?${search.join('&')}`;
  const isPost = endpoint.method === 'POST';
  return {
    method: endpoint.method,
    url,
    headers: {
      authorization: sent.credentials === 'valid' ? validCredentials(endpoint) : sent.credentials,
      ...(isPost && { 'content-type': sent.contentType }),
    },
    ...(isPost && { payload: sent.body }),
  };
}

/** A successful logout would revoke the token of the tests, so the logout endpoint gets invalid credentials. */
function validCredentials(endpoint: Endpoint): string {
  if (endpoint === endpoints.logout) return 'Bearer nobody';
  return `Bearer ${endpoint.access === 'device' ? app.deviceKey : app.token}`;
}

/** URL-encodes a text. Replaces lone surrogates first, because they cannot be encoded. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
