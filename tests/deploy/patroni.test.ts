import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const text = readFileSync(join(import.meta.dirname, '../../deploy/patroni/patroni.yml'), 'utf8');

const Settings = z.object({
  etcd: z.object({ hosts: z.string() }),
  bootstrap: z.object({
    dcs: z.object({
      ttl: z.number(),
      loop_wait: z.number(),
      retry_timeout: z.number(),
      synchronous_mode: z.boolean(),
      postgresql: z.object({ parameters: z.object({ synchronous_commit: z.string() }) }),
    }),
  }),
});

test('the settings of Patroni promote only a standby with all acknowledged commits, and a primary gives up in time', () => {
  const { dcs } = Settings.parse(parse(text)).bootstrap;
  expect(dcs.synchronous_mode).toBe(true);
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
  // The rule of Patroni: otherwise a primary could believe in its lock after the lock has expired.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
});
