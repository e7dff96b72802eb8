import { expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';

const options = { version: '1.2.3', serverUrl: 'http://localhost:3001/api', issuer: 'http://localhost:3001/idp' };

test('[API-2] the document has every call of the contract, with its address and its method', () => {
  const { paths } = openApiDocument(options);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    expect(paths[endpoint.path]?.[endpoint.method.toLowerCase()]).toMatchObject({ operationId: name });
  }
});

test('[API-1] every call of a person asks for the access token, every call of a device for its key', () => {
  const { paths } = openApiDocument(options);
  expect(paths['/clients']?.['get']).toMatchObject({ security: [{ accessToken: [] }] });
  expect(paths['/reports']?.['post']).toMatchObject({ security: [{ deviceKey: [] }] });
});

test('[API-7] a stream is described with all its fields', () => {
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

test('the page to read names every call, runs nothing and carries no style of its own', () => {
  const page = openApiPage(openApiDocument(options));
  for (const endpoint of Object.values(endpoints)) expect(page).toContain(`<code>${endpoint.path}</code>`);
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
});

test('each refusal says what it means, and a list that is refused in part what became of each report', () => {
  const { paths } = openApiDocument(options);
  expect(paths['/clients']?.['get']).toMatchObject({ responses: { 401: { description: 'Not signed in' } } });
  const text = JSON.stringify(paths['/reports']);
  expect(text).toContain('"allOf":[{"$ref":"#/components/schemas/Problem"}');
});

test('a report and a heartbeat name their room in exactly one way', () => {
  const { paths } = openApiDocument(options);
  const once = '"oneOf":[{"required":["room"]},{"required":["stream"]}]';
  for (const path of ['/reports', '/heartbeat']) {
    // As one, within a list, and of reports as a line.
    expect(JSON.stringify(paths[path]).split(once)).toHaveLength(path === '/reports' ? 4 : 3);
  }
});

test('devices are told that they may report line by line, and when to come again', () => {
  expect(openApiDocument(options).paths['/reports']?.['post']).toMatchObject({
    requestBody: { content: { 'application/x-ndjson': { itemSchema: { type: 'object' } } } },
    responses: {
      200: { content: { 'application/x-ndjson': { itemSchema: { type: 'object' } } } },
      429: { headers: { 'retry-after': { schema: { type: 'integer' } } } },
    },
  });
});
