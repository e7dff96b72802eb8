import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { ApiError } from './api-error.ts';
import { createCallEndpoint, type CallEndpointPorts, retryDelayMs } from './call-endpoint.ts';

const client = { uuid: '00000000-0000-4000-8000-000000000001', displayName: 'Sonnenhof' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answer(status: number, body?: unknown): Response {
  return new Response(body === undefined ? '' : JSON.stringify(body), { status });
}

const fakePorts = {
  baseUrl: 'https://api.example/v1',
  accessToken: async () => 'first',
  replaceToken: async () => 'second',
};

const clients = () => answer(200, { items: [client] });

/** A fake server that gives these responses in order. An Error stands for a network failure. */
function fakeServer(...answers: (Response | Error)[]) {
  const left = [...answers];
  const requests: { url: string; authorization: string | null; method: string }[] = [];
  const times: number[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, authorization: new Headers(init.headers).get('authorization'), method: init.method ?? '' });
    times.push(Date.now());
    init.signal?.throwIfAborted();
    const next = left.shift();
    if (next === undefined) throw new Error('unexpected request');
    if (next instanceof Error) throw next;
    return next;
  });
  const ports: CallEndpointPorts = {
    ...fakePorts,
    onTokenAccepted: vi.fn<(token: string) => void>(),
  };
  /** Calls the API without delays between attempts. */
  const listClients = async (overrides: Partial<CallEndpointPorts> = {}, signal?: AbortSignal) => {
    const outcome = createCallEndpoint({ ...ports, ...overrides })(endpoints.listClients, { signal });
    outcome.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    return outcome;
  };
  const delays = () => times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return { ports, listClients, requests, delays };
}

it('[API-1] a call goes to the API base address and carries the access token', async () => {
  const { listClients, requests } = fakeServer(clients());
  expect((await listClients()).items).toEqual([client]);
  expect(requests).toEqual([{ url: 'https://api.example/v1/clients', authorization: 'Bearer first', method: 'GET' }]);
});

it('a call fills in the path parameters and the query', async () => {
  const { ports, requests } = fakeServer(answer(200, client), answer(200, { items: [] }));
  const call = createCallEndpoint(ports);
  await call(endpoints.getClient, { params: { id: client.uuid } });
  await call(endpoints.listLocations, { query: { clientUUID: client.uuid } });
  expect(requests.map(({ url }) => url.slice(ports.baseUrl.length))).toEqual([
    `/clients/${client.uuid}`,
    `/locations?clientUUID=${client.uuid}`,
  ]);
});

it('[API-6] a call that failed twice succeeds at the third attempt; each new attempt follows 2000 ms after a failure', async () => {
  const { listClients, delays } = fakeServer(new TypeError('Failed to fetch'), answer(503), clients());
  await listClients();
  expect(delays()).toEqual([2_000, 2_000]);
  expect(retryDelayMs).toBe(2_000);
});

it.each([
  [500, 3],
  [403, 1],
  [404, 1],
  [422, 1],
])(
  '[API-6] a call to a server that always responds with %d rejects with this status after %d attempts',
  async (status, count) => {
    const problem = { type: 'about:blank', title: 'No', status, detail: 'Not here' };
    const { listClients, requests } = fakeServer(...Array.from({ length: count }, () => answer(status, problem)));
    const expected = new ApiError(status, `${status} Not here`, undefined, problem);
    await expect(listClients()).rejects.toEqual(expected);
    expect(requests).toHaveLength(count);
  },
);

it.each([
  ['the status 408', answer(408)],
  ['the status 429', answer(429)],
  ['a response that does not match the contract', answer(200, { items: [{ uuid: 7 }] })],
])('a call is retried after %s', async (_what, failure) => {
  const { listClients } = fakeServer(failure, clients());
  await expect(listClients()).resolves.toBeDefined();
});

it('a call is not retried after its caller aborts it', async () => {
  const { listClients, requests } = fakeServer(clients());
  await expect(listClients({}, AbortSignal.abort(new Error('left the page')))).rejects.toThrow('left the page');
  expect(requests).toHaveLength(1);
});

it('[API-6] an access token that the server refuses with 401 is replaced, and the call is repeated at once', async () => {
  const { listClients, ports, requests, delays } = fakeServer(answer(401), clients());
  await listClients();
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
  expect(delays()).toEqual([0]);
  expect(ports.onTokenAccepted).toHaveBeenCalledExactlyOnceWith('second');
});

it.each([
  ['there is no other token', () => Promise.reject(new Error('signed out'))],
  ['the replacement is the same token', async () => 'first'],
])('[API-6] a call that the server refuses with 401 fails with this status when %s', async (_why, replaceToken) => {
  const { listClients, requests } = fakeServer(answer(401));
  await expect(listClients({ replaceToken })).rejects.toMatchObject({ status: 401 });
  expect(requests).toHaveLength(1);
});

it('[API-6] a 401 to the replaced access token is reported to the session with its reason, and the call fails', async () => {
  const { listClients, requests } = fakeServer(answer(401, problem('expired')), answer(401, problem('audience')));
  const refused: unknown[] = [];
  const replaceToken = async (token: string, cause: string | undefined) => {
    refused.push([token, cause]);
    return `after ${token}`;
  };
  await expect(listClients({ replaceToken })).rejects.toMatchObject({ status: 401 });
  expect(refused).toEqual([
    ['first', 'expired'],
    ['after first', 'audience'],
  ]);
  expect(requests).toHaveLength(2);
});

const problem = (reason: string) => ({ type: 'about:blank', title: 'Unauthorized', status: 401, reason });

it('a call sends its body as JSON, and with `maxAttempts: 1` is attempted once only', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body, headers }: RequestInit) => {
    bodies.push([body, new Headers(headers).get('content-type')]);
    throw new Error('Failed to fetch');
  });
  const call = createCallEndpoint(fakePorts);
  const options = { params: { id: client.uuid }, body: { resolution: 'test' }, maxAttempts: 1 } as const;
  await expect(call(endpoints.resolveAlert, options)).rejects.toThrow('Failed to fetch');
  expect(bodies).toEqual([['{"resolution":"test"}', 'application/json']]);
});

it('a call waits 10 s for a response, or for the time limit of its endpoint', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { ports } = fakeServer(clients(), clients());
  const call = createCallEndpoint(ports);
  await call(endpoints.listClients, {});
  await call({ ...endpoints.listClients, timeLimitMs: 300_000 }, {});
  expect(timeout.mock.calls).toEqual([[10_000], [300_000]]);
});
