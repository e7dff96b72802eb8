import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint } from '../../../../tests/support/app/call-endpoint.ts';
import { everything, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { homeFileEndpoints } from '../../../contract/home/home-file.ts';
import { loadHome } from '../home-file/load-home.ts';

let app: SmallApp;
let administrator: string;
beforeEach(async () => {
  app = await startSmallApp();
  administrator = app.users.token([everything], { roles: ['administrator'] });
});
afterEach(() => app.close());

const { clientA, clientB, locationB1, wardB1x, streamB1x1, streamA1x1, streamA1x2 } = small;
const managerOfA = () => app.users.token([{ kind: 'client', uuid: clientA }]);
const home = async () => new Set(await loadHome(app.database.query));

const importText = (body: object, token = administrator, query = {}) =>
  callEndpoint(app, homeFileEndpoints.importHome, { token, body, query });

async function preview(body: object) {
  const answer = await importText(body, administrator, { dryRun: 'true' });
  return z.parse(homeFileEndpoints.importHome.response, answer.body);
}

async function exportText(format: string, token = administrator): Promise<string> {
  const response = await app.get(`/manage/home/export?format=${format}`, token);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  // The body is decoded here, because `text` would drop the byte order mark.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

test.each(['yaml', 'csv', 'excel'])(
  'an unchanged export of a home as %s can be imported and changes nothing',
  async (format) => {
    const text = await exportText(format);
    expect(text.startsWith('\uFEFF')).toBe(format === 'excel');
    const before = await home();
    const imported = await importText({ format: format === 'yaml' ? 'yaml' : 'csv', text, removeMissing: true });
    expect(imported).toMatchObject({ status: 200, body: { counts: { added: 0, changed: 0, removed: 0, retired: 0 } } });
    expect(await home()).toEqual(before);
  },
);

test('a manager exports and imports only the managed client, and `removeMissing` removes nothing of other clients', async () => {
  const manager = managerOfA();
  const text = await exportText('csv', manager);
  expect(text).toContain('Anker Care');
  expect(text).not.toContain('Birch');
  const before = await home();
  const withoutRooms = text.split('\r\n').slice(0, 2).join('\r\n');
  expect((await importText({ format: 'csv', text: withoutRooms, removeMissing: true }, manager)).status).toBe(200);
  const ofB: readonly string[] = [clientB, locationB1, wardB1x, streamB1x1];
  const foreign = (nodes: Awaited<ReturnType<typeof home>>) => [...nodes].filter(({ uuid }) => ofB.includes(uuid));
  expect(foreign(await home())).toEqual(foreign(before));
  const stealing = `client,clientUUID,location,ward,displayName\nMine,${clientB},,,`;
  expect((await importText({ format: 'csv', text: stealing }, manager)).status).toBe(404);
  const adding = 'client,location,ward,displayName\nBirch Care,,,';
  expect((await importText({ format: 'csv', text: adding }, manager)).status).toBe(403);
});

test('an import preview counts the open alerts of rooms that it removes or sets INACTIVE', async () => {
  for (const stream of [streamA1x1, streamA1x2]) expect((await app.report({ stream, status: 1 })).ok).toBe(true);
  const text = `client,location,ward,displayName,uuid,status\nAnker Care,Harbour House,Ward X,Room 1,${streamA1x1},INACTIVE\n`;
  expect((await preview({ format: 'csv', text })).alerts).toEqual([{ status: 1, count: 1 }]);
  expect((await preview({ format: 'csv', text, removeMissing: true })).alerts).toEqual([{ status: 1, count: 2 }]);
});

test('an import that would remove a room which was added since its preview is refused, and changes nothing', async () => {
  const file = { format: 'csv', text: await exportText('csv'), removeMissing: true };
  const { version, counts } = await preview({ ...file, text: file.text.replace('Room 1', 'Room 1a') });
  expect(counts).toMatchObject({ changed: 1, removed: 0 });
  const text = 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,New\n';
  expect((await importText({ format: 'csv', text })).status).toBe(200);
  const before = await home();
  const late = await importText({ ...file, text: file.text.replace('Room 1', 'Room 1a'), version });
  expect(late).toMatchObject({ status: 409, body: { reason: 'changed' } });
  expect(await home()).toEqual(before);
});

test('an import with the version of its preview is made, also if it adds rooms', async () => {
  const file = { format: 'csv', text: 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,New\n' };
  const { version } = await preview(file);
  expect(await importText({ ...file, version })).toMatchObject({ status: 200, body: { counts: { added: 1 } } });
});

test('an import is refused with 503 while a command of the operator changes the home', async () => {
  let version = 0;
  const changing = await startSmallApp({ externalWriteVersion: () => (version += 1) });
  const token = changing.users.token([everything], { roles: ['administrator'] });
  const text = 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,New\n';
  const before = new Set(await loadHome(changing.database.query));
  const { status } = await callEndpoint(changing, homeFileEndpoints.importHome, {
    token,
    body: { format: 'csv', text },
  });
  expect(status).toBe(503);
  expect(new Set(await loadHome(changing.database.query))).toEqual(before);
  await changing.close();
});

test('slow home files of one manager do not block imports and exports of other managers', async () => {
  const manager = managerOfA();
  const keys = Array.from({ length: 100_000 }, (_none, index) => `k${index}: 1`);
  const slow = { format: 'yaml', text: `clients:\n  - displayName: Anker Care\n    ${keys.join('\n    ')}\n` };
  const files = Promise.all(Array.from({ length: 4 }, async () => (await importText(slow, manager)).status));
  expect((await app.get('/manage/home/export?format=yaml', administrator)).status).toBe(200);
  const text = 'client,location,ward,displayName\nAnker Care,Harbour House,Ward X,Room 9\n';
  expect((await importText({ format: 'csv', text })).status).toBe(200);
  expect((await files).toSorted((a, b) => a - b)).toEqual([422, 503, 503, 503]);
});
