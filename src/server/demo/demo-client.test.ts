import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { sendReports } from './demo-client.ts';

const reports = [
  { id: 'demo-1', stream: 'de300000-0005-8000-8000-000000000001', status: 3, at: '2026-01-15T03:00:00.000Z' },
  { id: 'demo-2', stream: 'de300000-0005-8000-8000-000000000002', status: 5, notification: false },
];
const stored = { results: reports.map((_, index) => ({ index, outcome: 'accepted', revision: 1 })) };

type Answer = (response: ServerResponse) => unknown;
const accept: Answer = (response) => response.end(JSON.stringify(stored));
const unavailable: Answer = (response) => response.writeHead(503).end('{"title":"Unavailable","status":503}');
const dropConnection: Answer = (response) => response.destroy();

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that answers the calls as scripted, and records them. */
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

const clientOptions = (port: number, onWarn: (message: string) => void = () => undefined) => ({
  apiBaseUrl: `http://127.0.0.1:${port}/api`,
  deviceKey: 'key',
  log: { warn: onWarn },
});
const neverAborted = new AbortController().signal;

test('the demo sends its reports once, with its device key', async () => {
  const { calls, port } = await startIntake([accept]);
  await sendReports(clientOptions(port), reports, neverAborted);
  expect(calls).toEqual([{ method: 'POST', url: '/api/reports', key: 'Bearer key', body: reports }]);
});

test('the demo retries the same reports after a 503 and after a lost answer, and warns once', async () => {
  const { calls, port } = await startIntake([unavailable, dropConnection, accept]);
  const warnings: string[] = [];
  const options = clientOptions(port, (message) => warnings.push(message));
  await sendReports(options, reports, neverAborted);
  expect(calls.map(({ body }) => body)).toEqual([reports, reports, reports]);
  expect(warnings).toHaveLength(1);
});

test('the demo retries until the server has started', async () => {
  const { port } = await startIntake([]);
  await new Promise((resolve) => server?.close(resolve));
  const started = Promise.withResolvers<Awaited<ReturnType<typeof startIntake>>>();
  const options = clientOptions(port, () => started.resolve(startIntake([accept], port)));
  await sendReports(options, reports, neverAborted);
  expect((await started.promise).calls).toHaveLength(1);
});

test('the demo does not retry a refused report and logs the reason', async () => {
  const refusal = { index: 1, outcome: 'refused', field: '[1].stream', reason: 'is not known' };
  const results = [stored.results[0], refusal];
  const { calls, port } = await startIntake([
    (response) => response.writeHead(422).end(JSON.stringify({ title: 'Invalid', status: 422, results })),
  ]);
  const warnings: string[] = [];
  const options = clientOptions(port, (message) => warnings.push(message));
  await sendReports(options, reports, neverAborted);
  expect(calls).toHaveLength(1);
  expect(warnings).toEqual(['A report of the demo was refused: [1].stream is not known']);
});

test('a retry ends at once when the demo is stopped', async () => {
  const stopping = new AbortController();
  const { calls, port } = await startIntake([unavailable]);
  const options = clientOptions(port, () => stopping.abort());
  await expect(sendReports(options, reports, stopping.signal)).rejects.toThrow('aborted');
  expect(calls).toHaveLength(1);
});
