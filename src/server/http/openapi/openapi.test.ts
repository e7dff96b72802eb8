import { expect, test } from 'vitest';
import { allEndpoints } from '../../../contract/all-endpoints.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';

const options = { version: '1.2.3', serverUrl: 'http://localhost:3001/api', issuer: 'http://localhost:3001/idp' };

test('[API-2] the document contains every call of the contract with its path and method', () => {
  const { paths } = openApiDocument(options);
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    expect(paths[endpoint.path]?.[endpoint.method.toLowerCase()]).toMatchObject({ operationId: name });
  }
});

test('[API-1] calls of users require the access token, calls of devices the device key', () => {
  const { paths } = openApiDocument(options);
  expect(paths['/clients']?.['get']).toMatchObject({ security: [{ accessToken: [] }] });
  expect(paths['/reports']?.['post']).toMatchObject({ security: [{ deviceKey: [] }] });
});

test('[API-7] the document describes every field of a stream', () => {
  const text = JSON.stringify(openApiDocument(options).paths['/streams']);
  const fields = [
    'uuid',
    'displayName',
    'status',
    'roomStatus',
    'lastNotification',
    'lastNotificationSent',
    'wardUUID',
    'type',
  ];
  for (const field of fields) expect(text).toContain(`"${field}"`);
});

test('the HTML page lists every call and contains no script or inline style', () => {
  const page = openApiPage(openApiDocument(options));
  for (const endpoint of Object.values(allEndpoints)) expect(page).toContain(`<code>${endpoint.path}</code>`);
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
});

test('the 401 response has a description, and the response to a report list with refused reports has the results in its schema', () => {
  const { paths } = openApiDocument(options);
  expect(paths['/clients']?.['get']).toMatchObject({ responses: { 401: { description: 'Not signed in' } } });
  const text = JSON.stringify(paths['/reports']);
  expect(text).toContain('"allOf":[{"$ref":"#/components/schemas/Problem"}');
});

test('the document lists the reasons for which an access token is refused', () => {
  const text = JSON.stringify(openApiDocument(options).components.schemas.Problem);
  expect(text).toMatch(/"reason":\{"type":"string","examples":\[.*"audience".*"revoked"\]/);
});

test('the schemas of a report and a heartbeat require either `room` or `stream`, not both', () => {
  const { paths } = openApiDocument(options);
  const once = '"oneOf":[{"required":["room"]},{"required":["stream"]}]';
  for (const path of ['/reports', '/heartbeat']) {
    // A single item, a list, and for reports also an NDJSON line.
    expect(JSON.stringify(paths[path]).split(once)).toHaveLength(path === '/reports' ? 4 : 3);
  }
});

test('the document describes NDJSON and the Retry-After header for POST /reports', () => {
  expect(openApiDocument(options).paths['/reports']?.['post']).toMatchObject({
    requestBody: { content: { 'application/x-ndjson': { itemSchema: { type: 'object' } } } },
    responses: {
      200: { content: { 'application/x-ndjson': { itemSchema: { type: 'object' } } } },
      429: { headers: { 'retry-after': { schema: { type: 'integer' } } } },
    },
  });
});

test('[API-1] a call of managers or administrators, or with the setup code, documents 403, and other calls do not', () => {
  const { paths } = openApiDocument(options);
  for (const { path, method, access } of Object.values<Endpoint>(allEndpoints)) {
    const isLimited = access === 'manager' || access === 'administrator' || path.startsWith('/setup');
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    expect(Object.hasOwn(responses, 403), `${method} ${path}`).toBe(isLimited);
  }
});

test('a change that can be too late documents 409 with the present state', () => {
  const { paths } = openApiDocument(options);
  for (const { path, method, conflict } of Object.values<Endpoint>(allEndpoints)) {
    const responses = JSON.stringify(paths[path]?.[method.toLowerCase()]?.responses);
    expect(responses.includes('"required":["current"]'), `${method} ${path}`).toBe(conflict !== undefined);
  }
});

test('only the query parameters that a call needs are marked as required', () => {
  const { paths } = openApiDocument(options);
  const required = (path: string) =>
    paths[path]?.['get']?.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  expect(required('/streams')).toEqual(['locationUUID']);
  expect(required('/manage/audit')).toEqual([]);
});

test('the home file is described with the content types in which it is sent', () => {
  const { paths } = openApiDocument(options);
  const answer = paths['/manage/home/export']?.['get']?.responses[200];
  expect(Object.keys(answer?.content ?? {})).toEqual(['text/csv', 'application/yaml']);
});
