import { expect, test } from 'vitest';
import { findDocumentErrors } from '../../../../tests/support/openapi/openapi-tools.mjs';
import { allEndpoints } from '../../../contract/all-endpoints.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { createOpenApiDocument } from './openapi.ts';
import { renderOpenApiPage } from './openapi-page.ts';

const options = { version: '1.2.3', serverUrl: 'http://localhost:3001/api', issuer: 'http://localhost:3001/idp' };

test('[API-2] the OpenAPI document contains every call of the contract with its path and method', () => {
  const { paths } = createOpenApiDocument(options);
  for (const [name, endpoint] of Object.entries(allEndpoints)) {
    expect(paths[endpoint.path]?.[endpoint.method.toLowerCase()]).toMatchObject({ operationId: name });
  }
});

test('[API-1] the OpenAPI document requires the access token for calls of users and the device key for calls of devices', () => {
  const { paths } = createOpenApiDocument(options);
  expect(paths['/clients']?.['get']).toMatchObject({ security: [{ accessToken: [] }] });
  expect(paths['/reports']?.['post']).toMatchObject({ security: [{ deviceKey: [] }] });
});

test('two third-party validators find no error in the OpenAPI document', async () => {
  expect(await findDocumentErrors(createOpenApiDocument(options))).toEqual([]);
});

test('the HTML page of the API lists every call and contains no script or inline style', () => {
  const page = renderOpenApiPage(createOpenApiDocument(options));
  for (const endpoint of Object.values(allEndpoints)) expect(page).toContain(`<code>${endpoint.path}</code>`);
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
});

test('[API-1] the OpenAPI document has a 403 for calls of managers, of administrators and with the setup code, and for no other call', () => {
  const { paths } = createOpenApiDocument(options);
  for (const { path, method, access } of Object.values<Endpoint>(allEndpoints)) {
    const isLimited = /^(user|manager|administrator)/.test(access) || path.startsWith('/setup');
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    expect(Object.hasOwn(responses, 403), `${method} ${path}`).toBe(isLimited);
  }
});

test('the OpenAPI document has a 409 with the stored object for each change with optimistic concurrency', () => {
  const { paths } = createOpenApiDocument(options);
  for (const { path, method, conflict } of Object.values<Endpoint>(allEndpoints)) {
    const responses = JSON.stringify(paths[path]?.[method.toLowerCase()]?.responses);
    expect(responses.includes('"required":["current"]'), `${method} ${path}`).toBe(conflict !== undefined);
  }
});

test('the OpenAPI document has a 429 and a 503 with the seconds to wait for the calls of devices', () => {
  const { paths, components } = createOpenApiDocument(options);
  const responses = paths['/reports']?.['post']?.responses;
  expect(responses).toMatchObject({
    429: { $ref: '#/components/responses/too-many-requests' },
    503: { $ref: '#/components/responses/unavailable' },
  });
  for (const code of ['too-many-requests', 'unavailable']) {
    expect(components.responses[code]?.headers, code).toHaveProperty('retry-after');
  }
});
