/** The calls of a screen: it gets a code, waits for its token, and asks what it may show. */
import { wallBoardEndpoints, type PairingError } from '../../contract/wall-boards/wall-boards.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { networksOf } from '../http/client-address.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { AppError } from '../shared/app-error.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import { retryLater } from '../shared/retry-later.ts';
import { formatUserCode, hashSecret } from './pairing-codes.ts';
import { pairingSeconds, redeemDeviceCode, startPairing } from './pairing.ts';
import { readOwnWallBoard, storeSeen } from './wall-board-queries.ts';

const intervalSeconds = 3;
/** Calls may arrive a little closer than they were sent. */
const minIntervalMs = 2_000;
const windowMs = 600_000;
/** The maximum number of codes for one network in ten minutes. A home with ten screens needs ten. */
const maxCodesOfNetwork = 60;
const maxKeys = 10_000;

interface PairingRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly publicUrl: string;
}

export function registerPairingRoutes(api: ApiServer, { database, now, publicUrl }: PairingRoutesOptions): void {
  const codes = createWindowLimit({ windowMs, maxKeys, now });
  const calls = createWindowLimit({ windowMs: minIntervalMs, maxKeys, now });

  serveEndpoint(api, wallBoardEndpoints.authorizeWallBoard, async ({ request }) => {
    const mayStart = codes.take(networksOf(request.clientAddress)[0], maxCodesOfNetwork);
    const pairing = mayStart ? await startPairing(database, now()) : undefined;
    if (pairing === undefined) throw retryLater('too-many-requests', 'Too many screens ask for a code.', 60);
    const userCode = formatUserCode(pairing.userCode);
    const address = `${publicUrl}/manage/wall-boards`;
    return {
      device_code: pairing.deviceCode,
      user_code: userCode,
      verification_uri: address,
      verification_uri_complete: `${address}?code=${userCode}`,
      expires_in: pairingSeconds,
      interval: intervalSeconds,
    };
  });

  serveEndpoint(api, wallBoardEndpoints.getWallBoardToken, async ({ body }) => {
    if (!calls.take(hashSecret(body.device_code))) throw createPairingError('slow_down');
    const redeemed = await redeemDeviceCode(database, body.device_code, now());
    if ('error' in redeemed) throw createPairingError(redeemed.error);
    return { access_token: redeemed.token, token_type: 'Bearer' as const };
  });

  serveEndpoint(api, wallBoardEndpoints.getOwnWallBoard, async ({ caller: { wallBoard } }) => {
    if (wallBoard === undefined) return null;
    await storeSeen(database, wallBoard.id, now());
    return readOwnWallBoard(database, wallBoard.id);
  });
}

function createPairingError(error: PairingError): AppError {
  return new AppError('no-token-yet', { members: { error } });
}
