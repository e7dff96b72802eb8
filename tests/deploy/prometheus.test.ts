/** Checks the alert rules against the metrics of a running server, and with promtool where it is installed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findProgram } from '../../scripts/services/find-programs.mjs';
import { freePort } from '../../scripts/services/ports.ts';
import { startTestApp } from '../support/app/start-app.ts';
import { deployFolder, readDocuments } from './documents.ts';

const Rule = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.optional(z.string()),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string(), action: z.string() }),
});
const File = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Rule).check(z.minLength(1)) })),
});
const rules = File.parse(readDocuments('prometheus/alerts.yml')[0]).groups.flatMap((group) => group.rules);

test('GET /metrics returns every metric of the alert rules as soon as the server has started', async () => {
  const token = 'a token of metrics';
  const app = await startTestApp({
    args: ['--no-demo'],
    settings: { METRICS_TOKEN: token, MQTT_URL: `mqtt://localhost:${await freePort()}` },
  });
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  await app.close();
  expect(text, 'a home of today has no old backup').toMatch(/^room_status_backup_age_seconds [0-9]\.?[0-9e-]*$/m);
  expect(Number(/^room_status_database_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(100_000);
  const names = rules.flatMap(({ expr }) => expr.match(/room_status_\w+/g) ?? []);
  expect(new Set(names).size).toBeGreaterThan(9);
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}(\\{[^}]*\\})? [0-9.e-]+$`, 'm'));
  expect(text).toMatch(/^room_status_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*"\} 1$/m);
});

const promtool = findProgram('promtool');

test.skipIf(promtool === undefined)('promtool accepts the alert rules, and its unit tests of the rules pass', () => {
  for (const words of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]) {
    const output = execFileSync(promtool ?? '', words, { cwd: join(deployFolder, 'prometheus'), encoding: 'utf8' });
    expect(output).toContain('SUCCESS');
  }
});
