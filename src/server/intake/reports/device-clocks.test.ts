import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everything, small, type SmallApp, startSmallApp } from '../../../../tests/support/app/start-small-app.ts';
import { statusEndpoints } from '../../../contract/status/status.ts';

const night = Date.UTC(2026, 2, 1, 2);
const minuteMs = 60_000;
const rooms = [small.streamA1x1, small.streamA1x2, small.streamA1y1];

let app: SmallApp;
/** `time` is the right time, `aheadMs` by how much the server's clock is ahead of it. Both are in milliseconds. */
let time: number;
let aheadMs: number;
beforeEach(async () => {
  [time, aheadMs] = [night, 0];
  app = await startSmallApp({ now: () => time + aheadMs, metricsToken: 'a token of metrics' });
});
afterEach(() => app.close());

/** Lets minutes pass in which each room reports once a minute, with a right clock. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    time += minuteMs;
    await app.report(rooms.map((stream) => ({ stream, status: 'in_bed', at: new Date(time).toISOString() })));
  }
}

async function readClock() {
  const health = await fetch(`${app.url}/health`);
  const { warnings } = z.parse(z.object({ warnings: z.array(z.string()) }), await health.json());
  const metrics = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer a token of metrics' } });
  const options = { roles: ['administrator'], expiresAt: Number.MAX_SAFE_INTEGER } as const;
  const status = await app.get('/manage/status', app.users.token([everything], options));
  const { findings } = statusEndpoints.getSystemStatus.response.parse(await status.json());
  return {
    health: health.status,
    warnings,
    seconds: /^room_status_clock_error_seconds (.*)$/m.exec(await metrics.text())?.[1],
    finding: findings.find(({ name }) => name === 'clock-suspected')?.level,
  };
}
const warningOf = (difference: string) =>
  `Most rooms report times that are ${difference} than the clock of this server: check it, then the clocks of the gateways`;
const right = { health: 200, warnings: [], seconds: '0', finding: undefined };
const suspicions = () => app.log.filter((line) => line.includes('"event":"clock-suspected"')).length;

test('a server whose clock is an hour ahead of most rooms warns in the log, health and metrics until the clock is right', async () => {
  await pass(3);
  expect(await readClock()).toEqual(right);
  aheadMs = 60 * minuteMs;
  await pass(5);
  const wrong = { health: 200, warnings: [warningOf('60 minutes earlier')], seconds: '3600', finding: 'problem' };
  expect(await readClock()).toEqual(wrong);
  await pass(2);
  expect(await readClock()).toEqual(wrong);
  expect(suspicions()).toBe(1);
  aheadMs = 0;
  await pass(1);
  expect(await readClock()).toEqual(right);
});

test('a server whose clock is an hour behind most rooms warns about it', async () => {
  aheadMs = -60 * minuteMs;
  await pass(5);
  expect(await readClock()).toMatchObject({ warnings: [warningOf('60 minutes later')], seconds: '-3600' });
});

test('a fall opens its alert although the clock of the server is an hour ahead', async () => {
  await pass(1);
  aheadMs = 60 * minuteMs;
  await pass(1);
  const fell = new Date(time).toISOString();
  await app.report({ stream: small.streamA1x1, status: 'man_down', at: fell });
  const alerts = await app.get(`/alerts?locationUUID=${small.wardA1x}`);
  expect(await alerts.json()).toMatchObject({ items: [{ status: 1, state: 'raised', startedAt: fell }] });
});
