/** The short form of `npm run chaos`: a few faults, once each, to real processes of both set-ups. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runEnvironment } from '../../lab/chaos/run-environment.ts';
import { isWell, tableOf } from '../../lab/chaos/table.ts';
import { allFaults } from '../../lab/chaos/faults/all-faults.ts';
import { ensureServices } from '../../scripts/services/ensure-services.mjs';

const short = allFaults.filter(({ isInShortForm }) => isInShortForm === true);

beforeAll(() => ensureServices(['postgres', 'nats', 'nginx', 'openssl']), 300_000);

// A browser's console says each lost connection; here it is expected.
const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => quiet.mockRestore());

for (const kind of ['sqlite', 'cluster'] as const) {
  test(`${kind}: whatever is killed, stopped, cut or renewed, nothing acknowledged is lost and every board is right again`, async () => {
    const results = await runEnvironment(kind, short, { isShort: true });
    expect(results.length).toBeGreaterThan(1);
    expect(results.every(({ acknowledged }) => acknowledged > 0)).toBe(true);
    expect(results.filter((result) => !isWell(result)).length, tableOf(results)).toBe(0);
  }, 120_000);
}
