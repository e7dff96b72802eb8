/** Pairs this screen: shows codes until a manager has entered one (RFC 8628). */
import * as z from 'zod/mini';
import { deviceCodeGrantType, pairingErrors, wallBoardEndpoints } from '../../contract/wall-boards/wall-boards.ts';
import { ApiError } from '../api/api-error.ts';
import type { CallEndpoint } from '../api/call-endpoint.ts';
import { delay } from '../shared/delay.ts';

export type ShownCode = z.output<typeof wallBoardEndpoints.authorizeWallBoard.response>;

const retryDelayMs = 5_000;
/** By which the interval grows after `slow_down` (RFC 8628, section 3.5). */
const slowDownMs = 5_000;

interface PairingOptions {
  readonly call: CallEndpoint;
  /** Called with each new code. Undefined: the server does not answer. */
  readonly onCode: (code: ShownCode | undefined) => void;
  readonly signal: AbortSignal;
}

/** Resolves to the token. Rejects when the signal aborts. */
export async function pairScreen({ call, onCode, signal }: PairingOptions): Promise<string> {
  for (;;) {
    try {
      const code = await call(wallBoardEndpoints.authorizeWallBoard, { body: {}, signal, maxAttempts: 1 });
      onCode(code);
      const token = await waitForToken(call, code, signal);
      if (token !== undefined) return token;
    } catch (error) {
      if (signal.aborted) throw error;
      onCode(undefined);
      await delay(retryDelayMs, signal);
    }
  }
}

/** Asks for the token in intervals. Undefined: the code has expired. Rejects when the server has not answered until then. */
async function waitForToken(call: CallEndpoint, code: ShownCode, signal: AbortSignal): Promise<string | undefined> {
  const body = { grant_type: deviceCodeGrantType, device_code: code.device_code } as const;
  const until = performance.now() + code.expires_in * 1_000;
  let intervalMs = code.interval * 1_000;
  for (;;) {
    await delay(intervalMs, signal);
    try {
      const { access_token } = await call(wallBoardEndpoints.getWallBoardToken, { body, signal, maxAttempts: 1 });
      return access_token;
    } catch (error) {
      const reason = pairingErrorOf(error);
      if (reason === 'expired_token') return undefined;
      if (reason === 'slow_down') intervalMs += slowDownMs;
      if (signal.aborted || performance.now() > until) throw error;
    }
  }
}

const PairingProblem = z.object({ error: z.enum(pairingErrors) });

function pairingErrorOf(error: unknown) {
  const body = error instanceof ApiError ? z.safeParse(PairingProblem, error.body) : undefined;
  return body?.data?.error;
}
