import { expect, test, vi } from 'vitest';
import { everything, small } from '../../../../tests/support/homes/small-home.ts';
import type { RunInSlice } from '../../shared/time-slices.ts';
import { parseReport } from '../parse-report.ts';
import { ingestBody } from './ingest-body.ts';

const report = { stream: small.streamA1x1, status: 3 };
const caller = { keyId: 'k', keyName: 'gateway', scope: everything, ratePerSecond: null };
const log = { info: () => undefined, warn: () => undefined };

/** Returns how many results there are, and how often the time slices were used. */
async function ingestList(length: number) {
  const runInSlice = vi.fn<(work: () => unknown) => void>();
  const slices: RunInSlice = async (work) => {
    runInSlice(work);
    return work();
  };
  const { results } = await ingestBody({
    body: Array.from({ length }, () => report),
    parse: parseReport,
    ingest: async (items) => items.map(() => ({ outcome: 'accepted' })),
    caller,
    log,
    runInSlice: slices,
    itemName: 'report',
  });
  return [results.length, runInSlice.mock.calls.length];
}

test('a long list is ingested in a time slice, and a short one at once', async () => {
  expect(await ingestList(1)).toEqual([1, 0]);
  expect(await ingestList(20)).toEqual([20, 0]);
  expect(await ingestList(21)).toEqual([21, 1]);
  expect(await ingestList(1_000)).toEqual([1_000, 1]);
});
