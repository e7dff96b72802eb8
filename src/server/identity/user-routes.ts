/** The calls about the signed-in user: the role and the logout. */
import { endpoints } from '../../contract/endpoints.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { revokeToken } from './token-revocation.ts';

export interface UserRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Closes the live connections that were opened with this token. */
  readonly onSignedOut?: (tokenId: string) => void;
}

export function registerUserRoutes(api: ApiServer, { database, now, onSignedOut }: UserRoutesOptions): void {
  serveEndpoint(api, endpoints.getUserRole, async ({ caller }) => {
    const roles = [...caller.user.roles];
    return { isWardNurse: roles.includes('ward-nurse'), roles };
  });

  serveEndpoint(api, endpoints.logout, async ({ caller }) => {
    await revokeToken(database, caller, now());
    onSignedOut?.(caller.tokenId);
    return null;
  });
}
