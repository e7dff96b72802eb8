import { requestPathOf, type Endpoint } from '../../../src/contract/endpoint.ts';
import type { SmallApp } from './start-small-app.ts';

interface Sent {
  readonly token: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Calls an endpoint of the contract like a program that is not our page, so the input need not be valid. */
export async function callEndpoint(app: Pick<SmallApp, 'url'>, endpoint: Endpoint, { token, query = {}, body }: Sent) {
  const response = await fetch(`${app.url}/api${requestPathOf(endpoint, { query })}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}
