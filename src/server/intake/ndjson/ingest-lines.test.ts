import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { small } from '../../../../tests/support/homes/small-home.ts';
import { ingestLines } from './ingest-lines.ts';

test('lines that arrive together are ingested in groups of 500, each in a time slice', async () => {
  const request = new IncomingMessage(new Socket());
  request.push(`${JSON.stringify({ stream: small.streamA1x1, status: 3 })}\n`.repeat(1_100));
  request.complete = true;
  request.push(null);
  const groups: number[] = [];
  let isInSlice = false;
  await ingestLines(
    {
      request,
      response: new ServerResponse(request),
      log: { warn: () => undefined },
      ingest: async (items) => {
        expect(isInSlice).toBe(true);
        groups.push(items.length);
        return items.map(() => ({ outcome: 'accepted' }));
      },
      runInSlice: async (work) => {
        isInSlice = true;
        const result = work();
        isInSlice = false;
        return result;
      },
      authenticate: () => ({}),
      waitMs: () => 0,
      onTruncatedLines: () => undefined,
    },
    new AbortController().signal,
  );
  expect(groups).toEqual([500, 500, 100]);
});
