import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { callEndpoint } from '../../../../tests/support/app/call-endpoint.ts';
import { everything, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { AuditEvent, auditEndpoints } from '../../../contract/audit/audit.ts';
import { homeFileEndpoints } from '../../../contract/home/home-file.ts';
import { roomEndpoints } from '../../../contract/home/rooms.ts';

let app: SmallApp;
let token: string;
beforeEach(async () => {
  app = await startSmallApp();
  token = app.users.token([everything], { roles: ['administrator'] });
});
afterEach(() => app.close());

async function importText(text: string): Promise<void> {
  const body = { format: 'csv', text };
  const { status } = await callEndpoint(app, homeFileEndpoints.importHome, { token, body });
  expect(status).toBe(200);
}

const line = (room: number) => `Big Group,House 1,Ward ${room % 10},Room ${room},camera`;
const bigHome = `client,location,ward,room,type\n${Array.from({ length: 300 }, (_, room) => line(room)).join('\n')}\n`;

async function list(query: string, as = token) {
  const response = await app.get(`/manage/audit?${query}`, as);
  expect(response.status).toBe(200);
  return z.parse(auditEndpoints.listAuditEvents.response, await response.json()).items;
}

const namesOf = (events: readonly { action: string; object: { name: string | null } | null }[]) =>
  events.map(({ action, object }) => `${action} ${object?.name}`);

test('an import is one audit event, which a search finds by its client, its places and its rooms', async () => {
  await importText(bigHome);
  for (const search of ['big group', 'Big Group > House 1', 'room 217', 'home.import']) {
    const [event, ...others] = await list(`kind=home&search=${encodeURIComponent(search)}`);
    expect(others, search).toEqual([]);
    expect(event, search).toMatchObject({
      action: 'home.import',
      object: { name: 'Big Group' },
      after: { added: { client: 1, location: 1, ward: 10, room: 300 } },
      partOf: null,
    });
  }
});

test('the changes of an import are read page by page, searched by room and place, and are in the export', async () => {
  await importText(bigHome);
  const [event] = await list('kind=home');
  const partOf = `partOf=${event?.object?.id}`;
  expect(namesOf(await list(`${partOf}&limit=3`))).toEqual([
    'client.add Big Group',
    'location.add House 1',
    'ward.add Ward 0',
  ]);
  const [room, ...others] = await list(`${partOf}&search=${encodeURIComponent('room 217')}`);
  expect(others).toEqual([]);
  expect(room).toMatchObject({ action: 'room.add', after: { place: 'Big Group > House 1 > Ward 7', type: 'camera' } });
  expect(await list(`${partOf}&limit=500&search=${encodeURIComponent('house 1 > ward 7')}`)).toHaveLength(30);
  const exported = await (await app.get('/manage/audit/export?kind=home', token)).text();
  const lines = exported.trimEnd().split('\n');
  expect(lines.map((text) => AuditEvent.parse(JSON.parse(text)).action)).toEqual([
    'home.import',
    'client.add',
    'location.add',
    ...Array.from({ length: 10 }, () => 'ward.add'),
    ...Array.from({ length: 300 }, () => 'room.add'),
  ]);
});

test('an administrator of a client sees only the part of an import that concerns the client', async () => {
  const both = `client,location,ward,room,type\nAnker Care,Harbour House,Ward X,New A,camera\nBirch Care,Beech House,Ward X,New B,camera\n`;
  await importText(both);
  const ofA = app.users.token([{ kind: 'client', uuid: small.clientA }], { roles: ['administrator'] });
  const [event, ...others] = await list('kind=home', ofA);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ object: { name: 'Anker Care' }, after: { added: { room: 1 } } });
  expect(namesOf(await list(`partOf=${event?.object?.id}`, ofA))).toEqual(['room.add New A']);
  const ofB = (await list('kind=home')).find(({ object }) => object?.name === 'Birch Care');
  expect(await list(`partOf=${ofB?.object?.id}`, ofA)).toEqual([]);
});

/** Returns the body with which a page of the administration names rooms of a ward in a call. */
async function named(...uuids: readonly string[]) {
  const response = await app.get(`/manage/rooms?wardUUID=${small.wardA1x}`, token);
  const { items } = z.parse(roomEndpoints.listManagedRooms.response, await response.json());
  return items.flatMap(({ uuid, version }) => (uuids.includes(uuid) ? [{ uuid, version }] : []));
}

test('a change of one room in the browser is an audit event of its own, and a change of several rooms is one event', async () => {
  const { streamA1x1, streamA1x2, wardA1y } = small;
  const change = async (body: object) => {
    const { status } = await callEndpoint(app, roomEndpoints.changeRooms, { token, body });
    expect(status).toBe(200);
  };
  await change({ rooms: await named(streamA1x1), displayName: 'Room 1a' });
  expect(await list('kind=home')).toMatchObject([
    {
      action: 'room.change',
      object: { id: streamA1x1, name: 'Room 1a' },
      clientUUID: small.clientA,
      before: { displayName: 'Room 1' },
      after: { displayName: 'Room 1a', place: 'Anker Care > Harbour House > Ward X' },
    },
  ]);
  await change({ rooms: await named(streamA1x1, streamA1x2), wardUUID: wardA1y });
  expect(namesOf(await list('kind=home'))).toEqual(['home.change Anker Care', 'room.change Room 1a']);
  expect(namesOf(await list('kind=home&search=room 2'))).toEqual(['home.change Anker Care']);
  const [whole] = await list('kind=home');
  const [part] = await list(`partOf=${whole?.object?.id}&search=${streamA1x1}`);
  expect(part).toMatchObject({
    before: { ward: 'Anker Care > Harbour House > Ward X' },
    after: { ward: 'Anker Care > Harbour House > Ward Y' },
  });
});
