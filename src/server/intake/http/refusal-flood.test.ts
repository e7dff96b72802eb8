/** A device that is wrong again and again: it is told each time, and costs the others nothing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const lines = (word: string) => app.log.filter((line) => line.includes(word));

test('each of its reports is answered and counted, and the log says it once', async () => {
  for (let call = 0; call < 3; call += 1) {
    const bad = Array.from({ length: 100 }, () => ({ stream: small.streamA1x1, status: 'asleep' }));
    const odd = Array.from({ length: 100 }, () => ({ stream: small.streamA1x1, status: 777 }));
    expect((await app.report([...bad, ...odd])).status).toBe(422);
  }
  expect(lines('report refused')).toHaveLength(1);
  expect(lines('unknown room status code')).toHaveLength(1);
  expect(await app.metrics.registry.metrics()).toContain(
    'room_status_reports_total{way="http",outcome="refused",reason="invalid"} 300',
  );
});

test('ever new words do not fill the log either', async () => {
  const list = Array.from({ length: 500 }, (_, index) => ({ room: `garden-${index}`, status: 3 }));
  expect((await app.report(list)).status).toBe(422);
  expect(lines('report refused')).toHaveLength(50);
  expect(lines('see the metrics')).toHaveLength(1);
});

test('the rooms that it may name are looked up once for many mistakes', async () => {
  await app.report({ room: 'garden', status: 3 });
  const looked = vi.spyOn(app.database.query, 'selectFrom');
  const answer = await (await app.report({ room: 'cellar', status: 3 })).text();
  expect(answer).toContain('knownInAll');
  expect(looked.mock.calls.length).toBeLessThan(3);
});
