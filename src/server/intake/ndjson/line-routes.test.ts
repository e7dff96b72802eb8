import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectionClosed, openLineSender } from '../../../../tests/support/line-sender.ts';
import { everything, unknownUuid, small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { createDeviceKey, revokeDeviceKey } from '../../devices/keys/device-keys.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const good = { stream: small.streamA1x1, status: 3 };
const open = (key = app.deviceKey) => openLineSender(app.url, key);
const stored = async () => (await app.database.query.selectFrom('report').selectAll().execute()).length;

test('each NDJSON line gets its result after it is stored, while the request is still open', async () => {
  const sender = await open();
  expect(sender.response.statusCode).toBe(200);
  expect(sender.response.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store',
  });
  for (const [line, status] of [
    [1, 3],
    [2, 5],
  ] as const) {
    sender.send({ ...good, status });
    expect(await sender.next()).toEqual({ line, outcome: 'accepted', stream: good.stream, revision: line });
    expect(await stored()).toBe(line);
  }
  sender.outgoing.end();
  expect(await sender.rest()).toEqual([]);
});

test('an invalid NDJSON line is refused with its number, field and reason, and the other lines are stored', async () => {
  const sender = await open();
  sender.send('{"stream":\n', '\n', 'fall\n', { ...good, status: 'flying' }, { ...good, stream: unknownUuid }, good);
  sender.send(`${' '.repeat(16 * 1024 + 1)}\n`);
  sender.outgoing.write(Buffer.from(`{"stream":"${good.stream}","status":3,"id":"\xff"}\n`, 'latin1'));
  sender.send(good);
  sender.outgoing.end();
  const results = await sender.rest();
  expect(results.map(({ line, outcome, field }) => [line, outcome, field])).toEqual([
    [1, 'refused', 'line'],
    [3, 'refused', 'line'],
    [4, 'refused', 'status'],
    [5, 'refused', 'stream'],
    [6, 'accepted', undefined],
    [7, 'refused', 'line'],
    [8, 'refused', 'line'],
    [9, 'accepted', undefined],
  ]);
  expect(results[3]).toMatchObject({ knownInAll: 6 });
  expect(results[1]?.['reason']).toMatch(/^is not JSON: .*token/);
  expect(results[5]?.['reason']).toContain('16384 bytes');
  expect(results[6]?.['reason']).toBe('is not UTF-8 text');
  expect(await stored()).toBe(2);
});

test('the last line of a complete NDJSON request needs no line break; an incomplete last line is refused and counted', async () => {
  const whole = await open();
  whole.send(JSON.stringify(good));
  whole.outgoing.end();
  expect(await whole.rest()).toMatchObject([{ line: 1, outcome: 'accepted' }]);
  const cut = await open();
  cut.send(good, JSON.stringify(good).slice(0, -1));
  cut.outgoing.end();
  expect(await cut.rest()).toMatchObject([{ outcome: 'accepted' }, { line: 2, outcome: 'refused' }]);
  expect(await metric('room_status_truncated_lines_total')).toBe(1);
});

test('an unfinished line of a lost NDJSON connection is counted, logged and never stored, even if it is valid JSON', async () => {
  const sender = await open();
  sender.send(good);
  await sender.next();
  sender.send(JSON.stringify(good));
  await vi.waitFor(() => expect(sender.outgoing.writableLength).toBe(0));
  sender.outgoing.destroy();
  await vi.waitFor(async () => expect(await metric('room_status_truncated_lines_total')).toBe(1));
  expect(app.log.some((line) => line.includes('a line was truncated'))).toBe(true);
  expect(await stored()).toBe(1);
});

test('the NDJSON connections of a revoked device key end within seconds, with the reason', async () => {
  const { id, key } = await createDeviceKey(app.database, { name: 'lost', scope: everything, now: 0 });
  const [idle, busy] = [await open(key), await open(key)];
  busy.send(good);
  await busy.next();
  await revokeDeviceKey(app.database, id, 1);
  const sending = setInterval(() => busy.send(good), 50);
  const ofBusy = busy.rest();
  const ofIdle = idle.rest();
  // A busy connection notices the revocation with its next line, when the cached key has expired after one second.
  expect(await Promise.race([ofBusy.then(() => 'busy'), ofIdle.then(() => 'idle')])).toBe('busy');
  clearInterval(sending);
  expect((await ofBusy).at(-1)).toMatchObject({
    status: 401,
    detail: 'This device key is unknown or was revoked.',
  });
  expect(await ofIdle).toMatchObject([{ status: 401 }]);
  // The server disconnects a sender that does not close its side.
  await connectionClosed(busy);
}, 12_000);

test('a server that stops completes the responses of open NDJSON requests', async () => {
  const sender = await open();
  sender.send(good);
  expect(await sender.next()).toMatchObject({ outcome: 'accepted' });
  const closed = app.fastify.close();
  expect(await sender.rest()).toEqual([]);
  expect(sender.response.complete).toBe(true);
  await closed;
  await connectionClosed(sender);
});

async function metric(name: string): Promise<number | undefined> {
  return (await app.metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value;
}
