import { afterEach, beforeEach, expect, test } from 'vitest';
import { nameRooms, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey } from '../../devices/keys/device-keys.ts';

const noon = Date.UTC(2026, 2, 1, 12);

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp({ now: () => noon });
  await nameRooms(app.database);
});
afterEach(() => app.close());

async function heartbeat(body: unknown, key = app.deviceKey) {
  const response = await app.post('/heartbeat', JSON.stringify(body), key);
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}
const seen = async () => {
  const rows = await app.database.query.selectFrom('stream').select('uuid').where('seen_at', '=', noon).execute();
  return rows.map(({ uuid }) => uuid).toSorted();
};

test('a heartbeat marks its rooms as seen and changes nothing else', async () => {
  const sent = [{ stream: small.streamA1x1 }, 'room-2', { room: small.streamB1x1 }];
  expect(await heartbeat(sent)).toEqual({
    status: 200,
    body: {
      results: [
        { index: 0, outcome: 'accepted', stream: small.streamA1x1, revision: 0 },
        { index: 1, outcome: 'accepted', stream: small.streamA1x2, room: 'room-2', revision: 0 },
        { index: 2, outcome: 'accepted', stream: small.streamB1x1, room: small.streamB1x1, revision: 0 },
      ],
    },
  });
  expect(await seen()).toEqual([small.streamA1x1, small.streamA1x2, small.streamB1x1]);
  expect(await app.database.query.selectFrom('report').selectAll().execute()).toEqual([]);
  expect((await heartbeat('room-2')).status).toBe(200);
});

test('of a list of heartbeats the one of an unknown room is refused, and the rooms of all others are marked as seen', async () => {
  const { status, body } = await heartbeat([unknownUuid, 'room-2']);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    errors: [{ field: '[0].room' }],
    results: [{ knownInAll: 6 }, { outcome: 'accepted' }],
  });
  expect(await seen()).toEqual([small.streamA1x2]);
});

test('a heartbeat for a room outside the scope of its device key is refused', async () => {
  const scope = { kind: 'location', uuid: small.locationA2 } as const;
  const { key } = await createDeviceKey(app.database, { name: 'hill', scope, now: 0 });
  expect((await heartbeat([small.streamA1x1, 'room-2'], key)).status).toBe(422);
  expect(await seen()).toEqual([]);
});
