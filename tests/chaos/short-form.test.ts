/** Runs the short form of `npm run chaos`: some faults, one round each, in both environments, with real processes. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allFaults } from '../../lab/chaos/faults/all-faults.ts';
import { runFaults } from '../../lab/chaos/run-fault.ts';
import { isPassed, tableOf } from '../../lab/chaos/table.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';

const shortFaults = allFaults.filter(({ isInShortForm }) => isInShortForm === true);

beforeAll(() => ensureServices(['postgres', 'nats', 'nginx', 'openssl']), 300_000);

// Lost connections are not printed: the simulated viewers log each one to the console, and the faults cause them.
const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => quiet.mockRestore());

test.each(['sqlite', 'cluster'] as const)(
  'after each fault in the %s environment no acknowledged report and no alert is lost, and every viewer shows the correct states again',
  async (kind) => {
    const results = await Array.fromAsync(runFaults(kind, shortFaults, true));
    expect(results.length).toBeGreaterThan(1);
    expect(results.every(({ acknowledgedCount, fallCount }) => acknowledgedCount > 0 && fallCount > 0)).toBe(true);
    expect(results.every(({ phoneAlerts }) => phoneAlerts.raisedCount > 0)).toBe(true);
    expect(results.filter((result) => !isPassed(result)).length, tableOf(results)).toBe(0);
  },
  300_000,
);
