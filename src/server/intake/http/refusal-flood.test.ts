/** A misconfigured device repeats the same mistake: every refusal gets a response and is counted, and the log is throttled. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
beforeEach(async () => {
  app = await startSmallApp();
});
afterEach(() => app.close());

const linesWith = (text: string) => app.log.filter((line) => line.includes(text));

test('every refused report gets a response and is counted, and the same refusal is logged once a minute', async () => {
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
