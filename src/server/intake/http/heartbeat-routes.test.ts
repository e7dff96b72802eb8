import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unknownUuid, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey } from '../device-keys/device-keys.ts';

const noon = Date.UTC(2026, 2, 1, 12);

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp({ now: () => noon });
  await app.database.query
    .updateTable('stream')
    .set({ alias: 'room-2' })
    .where('uuid', '=', small.streamA1x2)
    .execute();
});
afterEach(() => app.close());

async function heartbeat(body: unknown, key = app.deviceKey) {
  const response = await fetch(`${app.url}/api/heartbeat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
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

test('an unknown room of a list is refused, and the others are marked as seen', async () => {
  const { status, body } = await heartbeat([unknownUuid, 'room-2']);
  expect(status).toBe(422);
  expect(body).toMatchObject({
    errors: [{ field: '[0].room' }],
    results: [{ knownInAll: 6 }, { outcome: 'accepted' }],
  });
  expect(await seen()).toEqual([small.streamA1x2]);
});

test('a heartbeat outside the scope of its key is refused', async () => {
  const scope = { kind: 'location', uuid: small.locationA2 } as const;
  const { key } = await createDeviceKey(app.database, { name: 'hill', scope, now: 0 });
  expect((await heartbeat([small.streamA1x1, 'room-2'], key)).status).toBe(422);
  expect(await seen()).toEqual([]);
});

describe('a heartbeat without a room is refused:', () => {
  test.each([[{}], [[]], [[{}]], [null], [7], [''], [[{ room: 'room-2', stream: 'room-2' }]]])('%j', async (body) => {
    expect((await heartbeat(body)).status).toBe(422);
    expect(await seen()).toEqual([]);
  });
});
