/** The calls of wall boards. */
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { registerWallBoardManageRoutes } from './manage-routes.ts';
import { registerPairingRoutes } from './pairing-routes.ts';
import { registerSoundCheckRoutes } from './sound-check-routes.ts';

export interface WallBoardRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly publicUrl: string;
  /** Called after a board was changed or revoked. */
  readonly onRevoked: () => void;
}

export function registerWallBoardRoutes(api: ApiServer, options: WallBoardRoutesOptions): void {
  registerPairingRoutes(api, options);
  registerSoundCheckRoutes(api, options);
  registerWallBoardManageRoutes(api, options);
}
