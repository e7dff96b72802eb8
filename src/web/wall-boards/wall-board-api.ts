import type { ApiClient } from '../api/api-client.tsx';
import { createCallEndpoint } from '../api/call-endpoint.ts';
import type { WallBoardCredential } from './credential.ts';

/** The reason with which the server refuses the token of a revoked wall board. */
const revoked = 'revoked';

/**
 * The API client of a wall board. `forget`: called when the server has revoked the token. Any other refusal leaves the
 * screen paired, because a proxy may have answered: a board that forgets its token is silent until a manager pairs it.
 */
export function createWallBoardApi(baseUrl: string, { store }: WallBoardCredential, forget: () => void): ApiClient {
  const accessToken = async (): Promise<string> => {
    const token = store.get();
    if (token === undefined) throw new Error('this screen is not paired');
    return token;
  };
  const reject = async (refused: string, cause: string | undefined): Promise<never> => {
    if (refused === store.get() && cause === revoked) forget();
    throw new Error('the server does not accept this wall board');
  };
  return {
    baseUrl,
    accessToken,
    replaceRejectedToken: async (token, cause) => reject(token, cause).catch(() => undefined),
    tokenAccepted: () => undefined,
    call: createCallEndpoint({ baseUrl, accessToken, replaceToken: reject }),
  };
}
