import { afterEach, expect, test } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';

let app: SmallApp;
afterEach(() => app.close());

const readMetrics = (token?: string) =>
  fetch(`${app.url}/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

test('GET /metrics counts reports, refusals, commits and viewers, also by their former names', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  await app.report([{ stream: small.streamA1x1, status: 3 }, { stream: 'nowhere', status: 3 }, 'x']);
  await app.report([], 'rsk_unknown');
  const response = await readMetrics('a token of metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  for (const line of [
    'room_status_reports_total{way="http",outcome="accepted",reason="none"} 1',
    'room_status_reports_total{way="http",outcome="refused",reason="unknown-room"} 1',
    'room_status_reports_total{way="http",outcome="refused",reason="invalid"} 1',
    'room_status_refused_keys_total 1',
    'room_status_truncated_lines_total 0',
    'room_status_cut_lines_total 0',
    '# TYPE room_status_cut_lines_total counter',
    'room_status_commit_seconds_count 1',
    'room_status_viewers 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
  expect(text).not.toContain(app.deviceKey);
});

test('GET /metrics is 401 without the right token, and 404 without a configured token', async () => {
  app = await startSmallApp({ metricsToken: 'a token of metrics' });
  for (const token of [undefined, '', 'a token of metric', app.deviceKey])
    expect((await readMetrics(token)).status).toBe(401);
  await app.close();
  app = await startSmallApp();
  for (const token of [undefined, 'undefined', '']) expect((await readMetrics(token)).status).toBe(404);
});
