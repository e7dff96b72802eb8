import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { sendReports } from './send-reports.ts';

const reports = [
  { id: 'demo-1', stream: 'de300000-0005-8000-8000-000000000001', status: 3, at: '2026-01-15T03:00:00.000Z' },
  { id: 'demo-2', stream: 'de300000-0005-8000-8000-000000000002', status: 5, notification: false },
];
const taken = { results: reports.map((_, index) => ({ index, outcome: 'accepted', revision: 1 })) };

type Answer = (response: ServerResponse) => unknown;
const accept: Answer = (response) => response.end(JSON.stringify(taken));
const unavailable: Answer = (response) => response.writeHead(503).end('{"title":"Unavailable","status":503}');
const dropConnection: Answer = (response) => response.destroy();

let server: Server | undefined;
afterEach(() => server?.close());

/** The far side: answers each call as scripted, and remembers what it got. */
async function startIntake(script: Answer[], port = 0) {
  const calls: { method: string | undefined; url: string | undefined; key: string | undefined; body: unknown }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    calls.push({ method, url, key: headers.authorization, body: await json(request) });
    (script.shift() ?? accept)(response);
  };
  const started = createServer({ keepAlive: false }, (request, response) => void answer(request, response));
  server = started;
  await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
  const address = started.address();
  if (address === null || typeof address === 'string') throw new Error('the intake has no port');
  return { calls, port: address.port };
}

function sender(port: number, onWarn: (message: string) => void = () => undefined) {
  return { apiBaseUrl: `http://127.0.0.1:${port}/api`, deviceKey: 'key', log: { info: () => undefined, warn: onWarn } };
}
const never = new AbortController().signal;

it('sends the list with the device key, once when it is taken', async () => {
  const { calls, port } = await startIntake([accept]);
  await sendReports(sender(port), reports, never);
  expect(calls).toEqual([{ method: 'POST', url: '/api/reports', key: 'Bearer key', body: reports }]);
});

it('sends the very same reports again after a 503 and after a lost answer', async () => {
  const { calls, port } = await startIntake([unavailable, dropConnection, accept]);
  const warnings: string[] = [];
  await sendReports(
    sender(port, (message) => warnings.push(message)),
    reports,
    never,
  );
  expect(calls.map(({ body }) => body)).toEqual([reports, reports, reports]);
  expect(warnings).toHaveLength(1);
});

it('waits for a server that is not there yet', async () => {
  const { port } = await startIntake([]);
  await new Promise((resolve) => server?.close(resolve));
  const started = Promise.withResolvers<Awaited<ReturnType<typeof startIntake>>>();
  await sendReports(
    sender(port, () => started.resolve(startIntake([accept], port))),
    reports,
    never,
  );
  expect((await started.promise).calls).toHaveLength(1);
});

it('does not repeat what is refused, and says why', async () => {
  const refusal = { index: 1, outcome: 'refused', field: '[1].stream', reason: 'is not known' };
  const refuse: Answer = (response) =>
    response
      .writeHead(422)
      .end(JSON.stringify({ title: 'Invalid', status: 422, results: [taken.results[0], refusal] }));
  const { calls, port } = await startIntake([refuse]);
  const warnings: string[] = [];
  await sendReports(
    sender(port, (message) => warnings.push(message)),
    reports,
    never,
  );
  expect(calls).toHaveLength(1);
  expect(warnings).toEqual(['A report of the demo is refused: [1].stream is not known']);
});

it('gives up at once when it is stopped', async () => {
  const stopping = new AbortController();
  const { calls, port } = await startIntake([unavailable]);
  const sending = sendReports(
    sender(port, () => stopping.abort()),
    reports,
    stopping.signal,
  );
  await expect(sending).rejects.toThrow('aborted');
  expect(calls).toHaveLength(1);
});
