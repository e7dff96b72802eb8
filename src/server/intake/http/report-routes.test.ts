import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FieldError } from '../../../contract/problem.ts';
import { ReportAnswer } from '../../../contract/reports.ts';
import { everything, unknownUuid, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey, revokeDeviceKey } from '../device-keys/device-keys.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const RefusedList = z.object({
  detail: z.optional(z.string()),
  errors: z.array(FieldError),
  results: z.optional(ReportAnswer.shape.results),
});

const good = { stream: small.streamA1x1, status: 3 };

async function answer(response: Response | Promise<Response>) {
  const { status, headers } = await response;
  const body: unknown = await (await response).json();
  return { status, type: headers.get('content-type')?.split(';')[0], body };
}
const statusOf = async (uuid: string) => {
  const row = app.database.query.selectFrom('stream').select('room_status').where('uuid', '=', uuid);
  return (await row.executeTakeFirstOrThrow()).room_status;
};
const accepted = () => app.database.query.selectFrom('report').selectAll().execute();

test('a single report is answered with the new revision of its stream', async () => {
  expect(await answer(app.report(good))).toEqual({
    status: 200,
    type: 'application/json',
    body: { results: [{ index: 0, outcome: 'accepted', stream: small.streamA1x1, revision: 1 }] },
  });
});

test('a list is ingested in order, and a known report id is answered as a duplicate', async () => {
  const list = [
    { ...good, id: 'a' },
    { ...good, id: 'b', status: 'in_bed' },
    { ...good, id: 'a' },
  ];
  const { body } = await answer(app.report(list));
  expect(body).toEqual({
    results: [
      { index: 0, outcome: 'accepted', stream: small.streamA1x1, revision: 1 },
      { index: 1, outcome: 'accepted', stream: small.streamA1x1, revision: 2 },
      { index: 2, outcome: 'duplicate', stream: small.streamA1x1, revision: 2 },
    ],
  });
});

test('late reports are accepted as history only: the answer, the metrics and one log line say so', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const { status, body } = await answer(
    app.report([
      { ...good, at },
      { ...good, at },
    ]),
  );
  expect([status, body]).toMatchObject([200, { results: [{ outcome: 'accepted', revision: 0, field: 'at' }, {}] }]);
  const lines = app.log.filter((line) => line.includes('report not shown'));
  expect(lines).toEqual([expect.stringMatching(/"level":"info",.*"reports":2,/)]);
  expect(await app.metrics.registry.metrics()).toContain(
    'room_status_reports_total{way="http",outcome="accepted",reason="history"} 2',
  );
});

test('[STATUS-2] an unknown status code is stored as it is, and a warning is logged', async () => {
  expect((await app.report({ ...good, status: 4_711 })).status).toBe(200);
  expect(await statusOf(good.stream)).toBe(4_711);
  const warning = app.log.find((line) => line.includes('unknown room status code'));
  expect(warning).toContain('4711');
  expect(warning).toContain(good.stream);
});

test('the valid reports of a list are stored, and each refused one is answered with its field', async () => {
  const list = [
    good,
    { ...good, status: 'falling_up' },
    { ...good, stream: unknownUuid },
    'not a report',
    { status: 3 },
    { ...good, stream: small.streamB1x1.toUpperCase(), status: 5 },
    { ...good, at: 'yesterday' },
    { stream: good.stream },
    { ...good, status: null },
  ];
  const { status, type, body } = await answer(app.report(list));
  expect([status, type]).toEqual([422, 'application/problem+json']);
  const { detail, errors, results } = z.parse(RefusedList, body);
  expect(detail).toBe('7 of 9 reports were refused, the others are stored.');
  const fields = '[1].status [2].stream [3].report [4].room [6].at [7].status [8].status';
  expect(errors.map(({ field }) => field).join(' ')).toBe(fields);
  expect(errors[0]?.reason).toContain('out_of_bed');
  expect([errors[3]?.reason, errors[5]?.reason]).toEqual(['is missing', 'is missing']);
  expect(errors[6]?.reason).toContain('must be a status code');
  expect(results?.filter(({ outcome }) => outcome === 'accepted').map(({ index }) => index)).toEqual([0, 5]);
  expect(await accepted()).toHaveLength(2);
  expect(await statusOf(small.streamB1x1)).toBe(5);
});

describe('a refused report changes nothing:', () => {
  test.each([
    ['an unknown room', { room: 'room-7', status: 3 }, 'room'],
    ['an unknown alias in the field stream', { ...good, stream: 'room-7' }, 'stream'],
    ['an unknown uuid', { ...good, stream: unknownUuid }, 'stream'],
    ['an invalid field', { ...good, notification: 'no' }, 'notification'],
    ['an empty list', [], 'body'],
    ['a list that is too long', Array.from({ length: 1_001 }, () => good), 'body'],
  ])('%s', async (_, sent, field) => {
    const { status, body } = await answer(app.report(sent));
    expect(status).toBe(422);
    const { errors } = z.parse(RefusedList, body);
    expect(errors.map((error) => error.field)).toEqual([field]);
    expect(errors[0]?.reason).toMatch(/\w/);
    expect(await accepted()).toEqual([]);
    expect(await statusOf(good.stream)).toBe(-1);
  });
});

test('the answer says in one sentence how many reports were refused', async () => {
  const bad = { ...good, status: 'flying' };
  const sentences = [bad, [bad], [bad, bad], [bad, good]].map(async (sent) => (await answer(app.report(sent))).body);
  expect(await Promise.all(sentences)).toMatchObject([
    { detail: 'The report was refused.' },
    { detail: 'The report was refused.' },
    { detail: 'All 2 reports were refused.' },
    { detail: '1 of 2 reports were refused, the others are stored.' },
  ]);
});

describe('authentication of devices:', () => {
  const refusal = async (key: string) => (await app.report(good, key)).status;

  test('a key reports only for streams in its scope, and the others do not exist for it', async () => {
    const scope = { kind: 'ward', uuid: small.wardB1x.toUpperCase() } as const;
    const { key } = await createDeviceKey(app.database, { name: 'ward', scope, now: 0 });
    expect((await app.report({ ...good, stream: small.streamB1x1 }, key)).status).toBe(200);
    const [foreign, unknown] = [await app.report(good, key), await app.report({ ...good, stream: unknownUuid }, key)];
    expect(foreign.status).toBe(422);
    expect((await foreign.text()).replaceAll(good.stream, unknownUuid)).toBe(await unknown.text());
    expect(await statusOf(good.stream)).toBe(-1);
  });

  test('an unknown key, a revoked key and the token of a user are refused', async () => {
    const { id, key } = await createDeviceKey(app.database, { name: 'lost', scope: everything, now: 0 });
    expect(await refusal(key)).toBe(200);
    await revokeDeviceKey(app.database, id, 1);
    await vi.waitFor(async () => expect(await refusal(key)).toBe(401), { timeout: 2_000, interval: 50 });
    expect(await refusal('rsk_made-up')).toBe(401);
    expect(await refusal(app.token)).toBe(401);
  });

  test('[API-1] a caller without a key is refused before the body is read', async () => {
    const response = await fetch(`${app.url}/api/reports`, { method: 'POST', body: 'x'.repeat(2_000_000) }).catch(
      () => undefined,
    );
    // The connection may be closed while the body is still being sent.
    expect(response?.status ?? 401).toBe(401);
    expect(await accepted()).toEqual([]);
  });
});

test('a device key is stored as a hash and never logged', async () => {
  await app.report([good, { stream: 'x' }]);
  const keys = await app.database.query.selectFrom('device_key').selectAll().execute();
  expect(JSON.stringify(keys)).not.toContain(app.deviceKey);
  expect(app.log.length).toBeGreaterThan(1);
  expect(app.log.join('')).not.toContain(app.deviceKey);
});

async function resultsOf(response: Promise<Response>) {
  const { status, body } = await answer(response);
  return { status, ...z.parse(ReportAnswer, body) };
}

describe('the room of a report:', () => {
  const alias = (table: 'location' | 'stream', uuid: string, name: string) =>
    app.database.query.updateTable(table).set({ alias: name }).where('uuid', '=', uuid).execute();
  beforeEach(async () => {
    await alias('location', small.locationA1, 'harbour');
    await alias('stream', small.streamA1x1, 'room-1');
    await alias('stream', small.streamA1x2, 'room-2');
    await alias('stream', small.streamB1x1, 'room-1');
  });

  test('a report may name its room by alias, by location/room, or by uuid', async () => {
    const list = [
      { room: 'room-2', status: 3 },
      { stream: 'harbour/room-1', status: 5 },
      { room: small.streamB1x1.toUpperCase(), status: 2 },
    ];
    expect(await resultsOf(app.report(list))).toEqual({
      status: 200,
      results: [
        { index: 0, outcome: 'accepted', stream: small.streamA1x2, room: 'room-2', revision: 1 },
        { index: 1, outcome: 'accepted', stream: small.streamA1x1, revision: 1 },
        { index: 2, outcome: 'accepted', stream: small.streamB1x1, room: list[2]?.room, revision: 1 },
      ],
    });
  });

  test('a report for an alias of several rooms is refused, and only these rooms are listed', async () => {
    const { status, results } = await resultsOf(app.report({ room: 'room-1', status: 3 }));
    expect(status).toBe(422);
    const [result] = results;
    expect(result).toMatchObject({ outcome: 'refused', field: 'room', room: 'room-1' });
    expect(result?.reason).toContain('location/room');
    expect(result?.known?.map(({ room }) => room)).toEqual([`${small.locationB1}/room-1`, 'harbour/room-1']);
    expect(result?.knownInAll).toBe(2);
    expect(await accepted()).toEqual([]);
  });

  test('the first refused report with an unknown room name lists the known rooms', async () => {
    const scope = { kind: 'location', uuid: small.locationA1 } as const;
    const { key } = await createDeviceKey(app.database, { name: 'house', scope, now: 0 });
    const { results } = await resultsOf(
      app.report([{ room: 'rom-1', status: 3 }, good, { room: 'x', status: 3 }], key),
    );
    expect(
      results.map(({ outcome, known, knownInAll }) => [outcome, known?.map(({ room }) => room), knownInAll]),
    ).toEqual([
      ['refused', ['harbour/room-1', 'harbour/room-2', small.streamA1x3, small.streamA1y1], 4],
      ['accepted', undefined, undefined],
      ['refused', undefined, undefined],
    ]);
    expect(results[0]?.reason).toBe('is not known to this device key');
  });
});
