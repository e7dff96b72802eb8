import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { roomActivityEndpoints } from '../../../contract/manage/room-activity.ts';
import { ownKeyIds } from '../../database/own-key-ids.ts';
import type { Scope } from '../../../domain/user.ts';

let now = Date.parse('2026-03-01T02:00:00Z');
let app: SmallApp;
beforeAll(async () => {
  app = await startSmallApp({ now: () => now });
});
afterAll(() => app.close());

const path = (uuid: string) => `/manage/room-activity?locationUUID=${uuid}`;
const manager = (scope: Scope) => app.users.token([scope], { roles: ['manager'], expiresAt: Number.MAX_SAFE_INTEGER });

async function listed(scope: Scope) {
  const answer = await app.get(path(small.locationA1), manager(scope));
  return roomActivityEndpoints.listRoomActivity.response.parse(await answer.json()).items;
}

test('each room says when it was last heard, how often in the last hour, and which source is offline', async () => {
  const report = async (status: string) => (await app.report({ stream: small.streamA1x1, status })).body?.cancel();
  await report('in_bed');
  now += 3_600_001;
  await report('out_of_bed');
  await report('in_bed');
  await app.database.query
    .updateTable('report')
    .set({ device_key_id: ownKeyIds.watchdog })
    .where('stream_uuid', '=', small.streamA1x1)
    .where('status', '=', 3)
    .execute();
  await app.database.query
    .updateTable('stream')
    .set({
      offline_sources: '{"cameras/people":"camera"}',
      status_before_silence: 5,
      room_status: 12,
      seen_at: 7,
      watched_since: 7,
    })
    .where('uuid', '=', small.streamA1x2)
    .execute();
  const rooms = new Map((await listed(everything)).map((room) => [room.uuid, room]));
  const seenAt = new Date(now).toISOString();
  expect(rooms.get(small.streamA1x1)).toMatchObject({ seenAt, reportCount: 1, isUnreachable: false });
  expect(rooms.get(small.streamA1x2)).toMatchObject({
    seenAt: null,
    reportCount: 0,
    isUnreachable: true,
    offlineSources: ['cameras/people'],
  });
});

test('a report that waited in its device counts in the hour in which it was received', async () => {
  const at = new Date(now - 2 * 3_600_000).toISOString();
  await (await app.report({ stream: small.streamA1y1, status: 'in_bed', at })).body?.cancel();
  const room = (await listed(everything)).find(({ uuid }) => uuid === small.streamA1y1);
  expect(room).toMatchObject({ reportCount: 1 });
});

test('a room whose gateway reports that its camera is unreachable is unreachable', async () => {
  const answer = await app.report({ stream: small.streamA1y1, status: 'camera_unreachable' });
  await answer.body?.cancel();
  const room = (await listed(everything)).find(({ uuid }) => uuid === small.streamA1y1);
  expect(room).toMatchObject({ seenAt: new Date(now).toISOString(), isUnreachable: true });
});

test('a manager of a ward sees only its rooms, and a foreign location is not found', async () => {
  const rooms = await listed({ kind: 'ward', uuid: small.wardA1y });
  expect(rooms.map(({ uuid }) => uuid)).toEqual([small.streamA1y1]);
  for (const uuid of [small.locationB1, unknownUuid]) {
    expect((await app.get(path(uuid), manager({ kind: 'client', uuid: small.clientA }))).status).toBe(404);
  }
});
