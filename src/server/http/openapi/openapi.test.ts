import { expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';

const options = { version: '1.2.3', serverUrl: 'http://localhost:3001/api', issuer: 'http://localhost:3001/idp' };

test('[API-2] the document contains every call of the contract with its path and method', () => {
  const { paths } = openApiDocument(options);
  for (const [name, endpoint] of Object.entries(endpoints)) {
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
  for (const endpoint of Object.values(endpoints)) expect(page).toContain(`<code>${endpoint.path}</code>`);
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
