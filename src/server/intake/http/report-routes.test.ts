import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FieldError } from '../../../contract/problem.ts';
import { ReportResponse } from '../../../contract/intake/reports.ts';
import { everything, unknownUuid, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey, revokeDeviceKey } from '../../devices/keys/device-keys.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const RefusedList = z.object({
  detail: z.optional(z.string()),
  errors: z.array(FieldError),
  results: z.optional(ReportResponse.shape.results),
});

const good = { stream: small.streamA1x1, status: 3 };

async function readResponse(response: Response | Promise<Response>) {
  const { status, headers } = await response;
  const body: unknown = await (await response).json();
  return { status, type: headers.get('content-type')?.split(';')[0], body };
}
const statusOf = async (uuid: string) => {
  const row = app.database.query.selectFrom('stream').select('room_status').where('uuid', '=', uuid);
  return (await row.executeTakeFirstOrThrow()).room_status;
};
const accepted = () => app.database.query.selectFrom('report').selectAll().execute();

test('a list of reports is ingested in order, and a report with an id that was accepted before is a duplicate', async () => {
  const list = [
    { ...good, id: 'a' },
    { ...good, id: 'b', status: 'in_bed' },
    { ...good, id: 'a' },
  ];
  const { body } = await readResponse(app.report(list));
  expect(body).toEqual({
    results: [
      { index: 0, outcome: 'accepted', stream: small.streamA1x1, revision: 1 },
      { index: 1, outcome: 'accepted', stream: small.streamA1x1, revision: 2 },
      { index: 2, outcome: 'duplicate', stream: small.streamA1x1, revision: 2 },
    ],
  });
});

test('late reports are stored as history only, and the response, the metrics and one log line say so', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const { status, body } = await readResponse(
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

test('[STATUS-2] the unknown status code of a report is stored as it is, and a warning is logged', async () => {
  expect((await app.report({ ...good, status: 4_711 })).status).toBe(200);
  expect(await statusOf(good.stream)).toBe(4_711);
  const warning = app.log.find((line) => line.includes('unknown room status code'));
  expect(warning).toContain('4711');
  expect(warning).toContain(good.stream);
});

test('the valid reports of a list are stored, and the response names the invalid field of each refused report', async () => {
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
  const { status, type, body } = await readResponse(app.report(list));
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
  ])('a report request with %s is refused and changes no room', async (_, sent, field) => {
    const { status, body } = await readResponse(app.report(sent));
    expect(status).toBe(422);
    const { errors } = z.parse(RefusedList, body);
    expect(errors.map((error) => error.field)).toEqual([field]);
    expect(errors[0]?.reason).toMatch(/\w/);
    expect(await accepted()).toEqual([]);
    expect(await statusOf(good.stream)).toBe(-1);
  });
});

describe('authentication of devices:', () => {
  const refusal = async (key: string) => (await app.report(good, key)).status;

  test('a report with an unknown or revoked device key, or with the token of a user, is refused', async () => {
    const { id, key } = await createDeviceKey(app.database, { name: 'lost', scope: everything, now: 0 });
    expect(await refusal(key)).toBe(200);
    await revokeDeviceKey(app.database, id, 1);
    await vi.waitFor(async () => expect(await refusal(key)).toBe(401), { timeout: 2_000, interval: 50 });
    expect(await refusal('rsk_made-up')).toBe(401);
    expect(await refusal(app.token)).toBe(401);
  });

  test('[API-1] a device without a key is refused before the body of its request is read', async () => {
    const response = await fetch(`${app.url}/api/reports`, { method: 'POST', body: 'x'.repeat(2_000_000) }).catch(
      () => undefined,
    );
    // The server may close the connection while the body is still being sent, and then there is no response.
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
  const { status, body } = await readResponse(response);
  return { status, ...z.parse(ReportResponse, body) };
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

  test('a report for an alias that several rooms have is refused, and the response lists only these rooms', async () => {
    const { status, results } = await resultsOf(app.report({ room: 'room-1', status: 3 }));
    expect(status).toBe(422);
    const [result] = results;
    expect(result).toMatchObject({ outcome: 'refused', field: 'room', room: 'room-1' });
    expect(result?.reason).toContain('location/room');
    expect(result?.known?.map(({ room }) => room)).toEqual([`${small.locationB1}/room-1`, 'harbour/room-1']);
    expect(result?.knownInAll).toBe(2);
    expect(await accepted()).toEqual([]);
  });
});
