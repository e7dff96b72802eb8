/** The calls of a fall sensor and of a nurse. Each call is repeated until the server has responded to it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from './session.ts';

const answerTimeoutMs = 5_000;
const retryDelayMs = 250;

export interface FallCallOptions {
  /** The origin of the server. */
  readonly url: string;
  readonly deviceKey: string;
  readonly session: Session;
}

/** Creates the calls. Each function resolves with the HTTP status of the response. */
export function createFallCalls({ url, deviceKey, session }: FallCallOptions) {
  async function callUntilAnswered(path: string, bearer: () => Promise<string>, body: object): Promise<number> {
    for (;;) {
      const token = await bearer();
      const status = await statusOf(`${url}/api${path}`, token, body).catch(() => 503);
      if (status < 500 && status !== 429 && status !== 401) return status;
      if (status === 401) await session.replaceToken(token).catch(() => undefined);
      await pause(retryDelayMs);
    }
  }

  return {
    report: (report: object) => callUntilAnswered('/reports', async () => deviceKey, report),
    act: (path: string, body: object) => callUntilAnswered(path, session.accessToken, body),
  };
}

export type FallCalls = ReturnType<typeof createFallCalls>;

async function statusOf(url: string, token: string, sent: object): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const response = await fetch(url, { method: 'POST', headers, signal, body: JSON.stringify(sent) });
  await response.arrayBuffer();
  return response.status;
}
