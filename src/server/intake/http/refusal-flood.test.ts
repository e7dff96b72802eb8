/** A misconfigured device that repeats the same mistake: every refusal is answered and counted, the log is throttled. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const linesWith = (text: string) => app.log.filter((line) => line.includes(text));

test('every refused report is answered and counted, and the same refusal is logged once a minute', async () => {
  for (let call = 0; call < 3; call += 1) {
    const bad = Array.from({ length: 100 }, () => ({ stream: small.streamA1x1, status: 'asleep' }));
    const unknown = Array.from({ length: 100 }, () => ({ stream: small.streamA1x1, status: 777 }));
    expect((await app.report([...bad, ...unknown])).status).toBe(422);
  }
  expect(linesWith('report refused')).toHaveLength(1);
  expect(linesWith('unknown room status code')).toHaveLength(1);
  expect(await app.metrics.registry.metrics()).toContain(
    'room_status_reports_total{way="http",outcome="refused",reason="invalid"} 300',
  );
});

test('different refusals of one device write at most 50 lines to the log', async () => {
  const list = Array.from({ length: 500 }, (_, index) => ({ room: `garden-${index}`, status: 3 }));
  expect((await app.report(list)).status).toBe(422);
  expect(linesWith('report refused')).toHaveLength(50);
  expect(linesWith('see the metrics')).toHaveLength(1);
});

test('the list of known rooms is cached for a device that repeats unknown room names', async () => {
  await app.report({ room: 'garden', status: 3 });
  const queries = vi.spyOn(app.database.deviceQuery, 'selectFrom');
  const answer = await (await app.report({ room: 'cellar', status: 3 })).text();
  expect(answer).toContain('knownInAll');
  expect(queries).toHaveBeenCalledTimes(1);
});
