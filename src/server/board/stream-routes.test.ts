import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../contract/endpoints.ts';
import type { Scope } from '../../domain/user.ts';
import { readEvents } from '../../../tests/support/event-reader.ts';
import { changeRoom, small, type SmallApp, startSmallApp } from '../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp({ now: () => Date.UTC(2026, 2, 1, 11, 0, 1) });
});
afterAll(() => app.close());

async function streams(uuid: string, token?: string) {
  const response = await app.get(`/streams?locationUUID=${uuid}`, token);
  expect(response.status).toBe(200);
  return z.parse(endpoints.listStreams.response, await response.json()).items;
}
const uuids = async (uuid: string, token?: string) => (await streams(uuid, token)).map((stream) => stream.uuid);

test('[API-3] the location filter with the uuid of a ward returns its streams, with the inactive ones', async () => {
  const [first, , third] = await streams(small.wardA1x);
  expect(first).toEqual({
    uuid: small.streamA1x1,
    displayName: 'Room 1',
    status: 'ACTIVE',
    type: 'camera',
    wardUUID: small.wardA1x,
    roomStatus: -1,
    lastNotification: null,
    lastNotificationSent: null,
    revision: 0,
    alertRevision: 0,
  });
  expect(third).toMatchObject({ uuid: small.streamA1x3, status: 'INACTIVE' });
});

test('[API-3] the location filter with the uuid of a location returns the streams of all its wards', async () => {
  expect(await uuids(small.locationA1)).toEqual([
    small.streamA1x1,
    small.streamA1x2,
    small.streamA1x3,
    small.streamA1y1,
  ]);
});

test('[API-3] a user with rights for one ward gets only the streams of that ward from its location', async () => {
  const token = app.users.token([{ kind: 'ward', uuid: small.wardA1y }]);
  expect(await uuids(small.locationA1, token)).toEqual([small.streamA1y1]);
  expect((await app.get(`/streams?locationUUID=${small.wardA1x}`, token)).status).toBe(404);
});

test('[API-7] the list contains status, last notification and revision after a report', async () => {
  await app.report({ stream: small.streamA2x1, status: 77, at: '2026-03-01T12:00:00+01:00' });
  expect(await streams(small.wardA2x)).toEqual([
    expect.objectContaining({
      roomStatus: 77,
      lastNotification: 77,
      lastNotificationSent: '2026-03-01T11:00:00.000Z',
      revision: 1,
    }),
  ]);
});

test('while no report can be stored, the list contains the time of the last stored report', async () => {
  let hasOutage = false;
  const failing = await startSmallApp({ receiver: { hasOutage: () => hasOutage } });
  const list = async (): Promise<unknown> => (await failing.get(`/streams?locationUUID=${small.wardA1x}`)).json();
  expect(await list()).not.toHaveProperty('outdatedSince');
  const at = Date.UTC(2026, 2, 1, 10);
  await changeRoom(failing.database, small.streamB1x1, { seen_at: at });
  hasOutage = true;
  expect(await list()).toMatchObject({ outdatedSince: '2026-03-01T10:00:00.000Z' });
  hasOutage = false;
  expect(await list()).not.toHaveProperty('outdatedSince');
  await failing.close();
});

describe('the list of a ward that somebody watches', () => {
  test('[API-7] the list has each report that was accepted before, and the same fields as without viewers', async () => {
    const before = await streams(small.wardA1y);
    const reader = await readEvents(app.url, small.wardA1y, app.token);
    expect(await streams(small.wardA1y)).toEqual(before);
    for (const status of [3, 4, 5]) {
      await app.report({ stream: small.streamA1y1, status });
      expect(await streams(small.wardA1y)).toMatchObject([{ uuid: small.streamA1y1, roomStatus: status }]);
    }
    const watched = await streams(small.wardA1y);
    reader.close();
    await reader.ended;
    expect(await streams(small.wardA1y)).toEqual(watched);
  });

  test('the list is refused to a user who may not see the ward, and shown to a user who may see only this ward', async () => {
    const reader = await readEvents(app.url, small.wardA1x, app.token);
    const status = async (scope: Scope) =>
      (await app.get(`/streams?locationUUID=${small.wardA1x}`, app.users.token([scope]))).status;
    expect(await status({ kind: 'client', uuid: small.clientB })).toBe(404);
    expect(await status({ kind: 'ward', uuid: small.wardA1y })).toBe(404);
    expect(await status({ kind: 'ward', uuid: small.wardA1x })).toBe(200);
    reader.close();
  });

  test('while the wards cannot be reconciled, the list is read from the database', async () => {
    let isDown = false;
    const externalWriteVersion = () => {
      if (isDown) throw new Error('the database is away');
      return 1;
    };
    const uncertain = await startSmallApp({ externalWriteVersion });
    const reader = await readEvents(uncertain.url, small.wardA1x, uncertain.token);
    const names = async () => {
      const response = await uncertain.get(`/streams?locationUUID=${small.wardA1x}`);
      return z.parse(endpoints.listStreams.response, await response.json()).items.map(({ displayName }) => displayName);
    };
    const [first] = await names();
    const { query } = uncertain.database;
    const rename = query.updateTable('stream').set({ display_name: 'A renamed room' });
    await rename.where('uuid', '=', small.streamA1x1).execute();
    isDown = true;
    await vi.waitFor(() => expect(uncertain.log.join('')).toContain('the wards cannot be read'), { timeout: 10_000 });
    expect([first, (await names())[0]]).toEqual(['Room 1', 'A renamed room']);
    reader.close();
    await uncertain.close();
  });
});

test('[AUTH-2] a live connection gets nothing of a ward that its user may not see, also when a room changes during the check', async () => {
  const other = await startSmallApp();
  const token = other.users.token([{ kind: 'ward', uuid: small.wardA1x }]);
  const statusOf = async () => (await other.get(`/streams/events?wardUUID=${small.wardA1y}`, token)).status;
  for (const status of [5, 3, 5]) {
    const refused = Array.from({ length: 8 }, statusOf);
    await other.report({ stream: small.streamA1y1, status });
    expect(new Set(await Promise.all(refused))).toEqual(new Set([404]));
  }
  await other.close();
});
