import { describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import { ApiError } from './api-error.ts';
import { retryDelayMs, createCallEndpoint, type CallEndpointPorts } from './call-endpoint.ts';

const client = { uuid: '00000000-0000-4000-8000-000000000001', displayName: 'Sonnenhof' };

function answer(status: number, body?: unknown): Response {
  return new Response(body === undefined ? '' : JSON.stringify(body), { status });
}

const clients = () => answer(200, { items: [client] });

/** A far side that gives these answers one after the other; an Error stands for a failed network. */
function farSide(...answers: (Response | Error)[]) {
  const left = [...answers];
  const requests: { url: string; authorization: string | null; method: string }[] = [];
  const delays: number[] = [];
  const ports: CallEndpointPorts = {
    baseUrl: 'https://api.example/v1',
    accessToken: async () => 'first',
    replaceToken: async () => 'second',
    onReplacementRejected: vi.fn<() => void>(),
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      requests.push({
        url: url instanceof Request ? url.url : url.toString(),
        authorization: headers.get('authorization'),
        method: init?.method ?? '',
      });
      init?.signal?.throwIfAborted();
      const next = left.shift();
      if (next === undefined) throw new Error('asked more often than expected');
      if (next instanceof Error) throw next;
      return next;
    },
    delay: async (ms) => void delays.push(ms),
    timeout: () => new AbortController().signal,
  };
  return { ports, requests, delays };
}

describe('a call', () => {
  it('[API-1] goes to the API base address and carries the access token', async () => {
    const { ports, requests } = farSide(clients());
    const answered = await createCallEndpoint(ports)(endpoints.listClients, {});
    expect(answered.items).toEqual([client]);
    expect(requests).toEqual([{ url: 'https://api.example/v1/clients', authorization: 'Bearer first', method: 'GET' }]);
  });

  it('fills in the path and the query', async () => {
    const { ports, requests } = farSide(answer(200, client), answer(200, { items: [] }));
    const call = createCallEndpoint(ports);
    await call(endpoints.getClient, { params: { id: client.uuid } });
    await call(endpoints.listLocations, { query: { clientUUID: client.uuid } });
    expect(requests.map(({ url }) => url.slice(ports.baseUrl.length))).toEqual([
      `/clients/${client.uuid}`,
      `/locations?clientUUID=${client.uuid}`,
    ]);
  });

  it('[API-6] succeeds at the third attempt, 2000 ms after each failure', async () => {
    const { ports, delays } = farSide(new TypeError('Failed to fetch'), answer(503), clients());
    await createCallEndpoint(ports)(endpoints.listClients, {});
    expect(delays).toEqual([2_000, 2_000]);
    expect(retryDelayMs).toBe(2_000);
  });

  it('[API-6] passes the error on after three maxAttempts', async () => {
    const { ports, requests } = farSide(answer(500), answer(500), answer(500));
    await expect(createCallEndpoint(ports)(endpoints.listClients, {})).rejects.toMatchObject({ status: 500 });
    expect(requests).toHaveLength(3);
  });

  it.each([403, 404, 422])('[API-6] takes %d for an answer, not for a failure', async (status) => {
    const { ports, requests } = farSide(
      answer(status, { type: 'about:blank', title: 'No', status, detail: 'Not here' }),
    );
    const call = createCallEndpoint(ports)(endpoints.listClients, {});
    await expect(call).rejects.toEqual(new ApiError(status, `${status} Not here`));
    expect(requests).toHaveLength(1);
  });

  it.each([408, 429])('tries again after %d', async (status) => {
    const { ports } = farSide(answer(status), clients());
    await expect(createCallEndpoint(ports)(endpoints.listClients, {})).resolves.toBeDefined();
  });

  it('counts an answer that is not what the contract says as a failure', async () => {
    const { ports } = farSide(answer(200, { items: [{ uuid: 7 }] }), answer(200, 'nonsense'), clients());
    await expect(createCallEndpoint(ports)(endpoints.listClients, {})).resolves.toBeDefined();
  });

  it('takes an empty answer for null', async () => {
    const { ports, requests } = farSide(answer(200));
    await expect(createCallEndpoint(ports)(endpoints.logout, {})).resolves.toBeNull();
    expect(requests[0]?.method).toBe('POST');
  });

  it('ends with the attempt that its caller aborts', async () => {
    const { ports, requests } = farSide(clients());
    const signal = AbortSignal.abort(new Error('left the page'));
    await expect(createCallEndpoint(ports)(endpoints.listClients, { signal })).rejects.toThrow('left the page');
    expect(requests).toHaveLength(1);
  });
});

describe('a refused token', () => {
  it('[API-6] is replaced, and the call made again at once', async () => {
    const { ports, requests, delays } = farSide(answer(401), clients());
    await createCallEndpoint(ports)(endpoints.listClients, {});
    expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
    expect(delays).toEqual([]);
    expect(ports.onReplacementRejected).not.toHaveBeenCalled();
  });

  it('[API-6] is passed on as the answer when there is no other', async () => {
    const { ports, requests } = farSide(answer(401));
    const signedOut = { ...ports, replaceToken: () => Promise.reject(new Error('signed out')) };
    await expect(createCallEndpoint(signedOut)(endpoints.listClients, {})).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(1);
  });

  it('[API-6] leads to the login when its replacement is refused as well', async () => {
    const { ports, requests } = farSide(answer(401), answer(401));
    await expect(createCallEndpoint(ports)(endpoints.listClients, {})).rejects.toMatchObject({ status: 401 });
    expect(ports.onReplacementRejected).toHaveBeenCalledOnce();
    expect(requests).toHaveLength(2);
  });
});
