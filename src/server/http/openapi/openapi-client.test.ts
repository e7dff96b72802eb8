/** A client whose types openapi-typescript generates from the document, against the real server. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { generateClientTypes } from '../../../../tests/support/openapi/openapi-tools.mjs';
import { createOpenApiDocument } from './openapi.ts';

const folder = '.cache/openapi';
const run = promisify(execFile);

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

/** A generated program: it reports a fall, finds the alert, answers it, and answers it again after it was resolved. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './types.ts';

const { URL = '', TOKEN = '', DEVICE_KEY = '', ROOM = '', WARD = '' } = process.env;
const as = (token: string) => createClient<paths>({ baseUrl: URL, headers: { authorization: 'Bearer ' + token } });
const reported = await as(DEVICE_KEY).POST('/reports', { body: { room: ROOM, status: 'man_down' } });
const staff = as(TOKEN);
const list = await staff.GET('/alerts', { params: { query: { locationUUID: WARD } } });
const id = list.data?.items[0]?.uuid ?? '';
const params = { path: { id } };
const resolved = await staff.POST('/alerts/{id}/resolve', { params, body: { resolution: 'helped', attended: true } });
const late = await staff.POST('/alerts/{id}/acknowledge', { params, body: {} });
const outcomes: readonly (string | undefined)[] = [
  typeof reported.data === 'object' ? reported.data.results[0]?.outcome : undefined,
  resolved.data?.resolution ?? undefined,
  late.error && 'current' in late.error ? late.error.current.state : undefined,
];
console.log(JSON.stringify(outcomes));
`;

test('a typed client that is generated from the document reports a fall, answers its alert, and gets the present state with 409', async () => {
  const options = { version: '1.2.3', serverUrl: `${app.url}/api`, issuer: 'http://localhost:3001/idp' };
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/types.ts`, await generateClientTypes(createOpenApiDocument(options)));
  await writeFile(`${folder}/program.ts`, program);
  const compiler = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
  const kinds = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', 'node'];
  // The type check prints its errors and fails.
  await run(process.execPath, ['node_modules/typescript/bin/tsc', ...compiler, ...kinds, `${folder}/program.ts`]);
  const env = { URL: `${app.url}/api`, TOKEN: app.token, DEVICE_KEY: app.deviceKey };
  const { stdout } = await run(process.execPath, [`${folder}/program.ts`], {
    env: { ...env, ROOM: small.streamA1x1, WARD: small.wardA1x },
  });
  expect(JSON.parse(stdout)).toEqual(['accepted', 'helped', 'resolved']);
});
