import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FieldError } from '../../../contract/problem.ts';
import { ReportAnswer } from '../../../contract/reports.ts';
import { everything, nowhere, small } from '../../../../tests/support/homes/small-home.ts';
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

test('one report is taken, and the answer says how the stream stands', async () => {
  expect(await answer(app.report(good))).toEqual({
    status: 200,
    type: 'application/json',
    body: { results: [{ index: 0, outcome: 'accepted', stream: small.streamA1x1, revision: 1 }] },
  });
});

test('a list is taken in its order; what is known already is said to be', async () => {
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

test('a report that is too old to be shown is accepted, and its sender, the log and the figures say so', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const { status, body } = await answer(app.report({ ...good, at }));
  expect([status, body]).toMatchObject([200, { results: [{ outcome: 'accepted', revision: 0, field: 'at' }] }]);
  expect(app.log.join('')).toContain('report not shown');
  expect(await app.metrics.registry.metrics()).toContain(
    'room_status_reports_total{way="http",outcome="accepted",reason="history"} 1',
  );
});

test('a whole night that a gateway sends late is one line of the log, and no warning', async () => {
  const at = (minute: number) => new Date(Date.now() - 86_400_000 + minute * 60_000).toISOString();
  await app.report(Array.from({ length: 200 }, (_, minute) => ({ ...good, at: at(minute) })));
  const lines = app.log.filter((line) => line.includes('report not shown'));
  expect(lines).toEqual([expect.stringMatching(/"level":30,.*"reports":200,/)]);
});

test('a status may be a code or a name, and there are two names for a fall', async () => {
  const codes: number[] = [];
  for (const status of [2, 'soeb', 'man_down', 'fall_detected', -1]) {
    await app.report({ ...good, status });
    codes.push(await statusOf(good.stream));
  }
  expect(codes).toEqual([2, 2, 1, 1, -1]);
});

test('[STATUS-2] a code that nobody knows is taken as it is, and a warning is logged', async () => {
  expect((await app.report({ ...good, status: 4_711 })).status).toBe(200);
  expect(await statusOf(good.stream)).toBe(4_711);
  const warning = app.log.find((line) => line.includes('unknown room status code'));
  expect(warning).toContain('4711');
  expect(warning).toContain(good.stream);
});

test('the good reports of a list are taken, and the answer names each bad one and its field', async () => {
  const list = [
    good,
    { ...good, status: 'falling_up' },
    { ...good, stream: nowhere },
    'no report at all',
    { status: 3 },
    { ...good, stream: small.streamB1x1.toUpperCase(), status: 5 },
    { ...good, at: 'yesterday' },
    { stream: good.stream },
    { ...good, status: null },
  ];
  const { status, type, body } = await answer(app.report(list));
  expect([status, type]).toEqual([422, 'application/problem+json']);
  const { detail, errors, results } = z.parse(RefusedList, body);
  expect(detail).toBe('7 of 9 reports were refused, the others are taken.');
  expect(errors.map(({ field }) => field)).toEqual([
    '[1].status',
    '[2].stream',
    '[3].report',
    '[4].room',
    '[6].at',
    '[7].status',
    '[8].status',
  ]);
  expect(errors[0]?.reason).toContain('out_of_bed');
  expect([errors[3]?.reason, errors[5]?.reason]).toEqual(['is missing', 'is missing']);
  expect(errors[6]?.reason).toContain('must be a status code');
  expect(results?.map(({ outcome }) => outcome === 'accepted')).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(await accepted()).toHaveLength(2);
  expect(await statusOf(small.streamB1x1)).toBe(5);
});

describe('a single bad report is refused with the field at fault, and nothing changes', () => {
  test.each([
    ['no object', '"fall"', 'report'],
    ['null', 'null', 'report'],
    ['no room', { status: 3 }, 'room'],
    ['a room beside a stream', { ...good, room: 'room-7' }, 'room'],
    ['a room that is not there', { room: 'room-7', status: 3 }, 'room'],
    ['a room of an endless name', { room: 'x'.repeat(161), status: 3 }, 'room'],
    ['a room with an end in its name', { room: 'room\0', status: 3 }, 'room'],
    ['a room that is a list', { room: ['room-7'], status: 3 }, 'room'],
    ['a stream that nobody calls so', { ...good, stream: 'room-7' }, 'stream'],
    ['a stream that is a number', { ...good, stream: 7 }, 'stream'],
    ['a stream that is not there', { ...good, stream: nowhere }, 'stream'],
    ['no status', { stream: good.stream }, 'status'],
    ['a broken code', { ...good, status: 3.5 }, 'status'],
    ['a code beyond all bounds', { ...good, status: 2 ** 40 }, 'status'],
    ['a name that is none', { ...good, status: 'flying' }, 'status'],
    ['an empty name', { ...good, status: '' }, 'status'],
    ['a status that is a list', { ...good, status: [3] }, 'status'],
    ['a time without a zone', { ...good, at: '2026-03-01T12:00:00' }, 'at'],
    ['a time that never was', { ...good, at: '2026-02-30T12:00:00Z' }, 'at'],
    ['a clock that was never set', { ...good, at: '1970-01-01T00:00:12Z' }, 'at'],
    ['a time that is a number', { ...good, at: 1_772_000_000 }, 'at'],
    ['an empty id', { ...good, id: '' }, 'id'],
    ['an endless id', { ...good, id: 'x'.repeat(129) }, 'id'],
    ['an id with an end in it', { ...good, id: 'a\0b' }, 'id'],
    ['half a character as an id', { ...good, id: '\ud800' }, 'id'],
    ['a notification that is a word', { ...good, notification: 'no' }, 'notification'],
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

test('the answer says in a sentence whether anything was taken', async () => {
  const bad = { ...good, status: 'flying' };
  const sentences = [bad, [bad], [bad, bad], [bad, good]].map(async (sent) => (await answer(app.report(sent))).body);
  expect(await Promise.all(sentences)).toMatchObject([
    { detail: 'The report was refused.' },
    { detail: 'The report was refused.' },
    { detail: 'All 2 reports were refused.' },
    { detail: '1 of 2 reports were refused, the others are taken.' },
  ]);
});

test('a time in another form is answered with how to write it', async () => {
  for (const at of ['2026-03-01 12:00:00', '2026-03-01T12:00:00', 1_772_000_000]) {
    const { body } = await answer(app.report({ ...good, at }));
    expect(z.parse(RefusedList, body).errors[0]?.reason).toContain('such as 2026-03-01T03:11:38Z');
  }
});

describe('who may report', () => {
  const refusal = async (key: string) => (await app.report(good, key)).status;

  test('a key of any scope, for its own streams; all others are as if they were not there', async () => {
    const scope = { kind: 'ward', uuid: small.wardB1x.toUpperCase() } as const;
    const { key } = await createDeviceKey(app.database, { name: 'ward', scope, now: 0 });
    expect((await app.report({ ...good, stream: small.streamB1x1 }, key)).status).toBe(200);
    const [foreign, unknown] = [await app.report(good, key), await app.report({ ...good, stream: nowhere }, key)];
    expect(foreign.status).toBe(422);
    expect((await foreign.text()).replaceAll(good.stream, nowhere)).toBe(await unknown.text());
    expect(await statusOf(good.stream)).toBe(-1);
  });

  test('no unknown key, no key that was taken back, no person', async () => {
    const { id, key } = await createDeviceKey(app.database, { name: 'lost', scope: everything, now: 0 });
    expect(await refusal(key)).toBe(200);
    await revokeDeviceKey(app.database, id, 1);
    await vi.waitFor(async () => expect(await refusal(key)).toBe(401), { timeout: 2_000, interval: 50 });
    expect(await refusal('rsk_made-up')).toBe(401);
    expect(await refusal(app.token)).toBe(401);
  });

  test('[API-1] no key, no body: an unknown caller is refused before anything is read', async () => {
    const response = await fetch(`${app.url}/api/reports`, { method: 'POST', body: 'x'.repeat(2_000_000) }).catch(
      () => undefined,
    );
    // Either the refusal arrived, or the connection was closed while the body was still on its way.
    expect(response?.status ?? 401).toBe(401);
    expect(await accepted()).toEqual([]);
  });

  test('a device key is no way in for people', async () => {
    expect((await app.get('/clients', app.deviceKey)).status).toBe(401);
  });
});

test('a key is kept as a hash, and is in no log', async () => {
  await app.report([good, { stream: 'x' }]);
  const keys = await app.database.query.selectFrom('device_key').selectAll().execute();
  expect(JSON.stringify(keys)).not.toContain(app.deviceKey);
  expect(app.log.length).toBeGreaterThan(1);
  expect(app.log.join('')).not.toContain(app.deviceKey);
});
