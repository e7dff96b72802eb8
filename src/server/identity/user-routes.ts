/** What a signed-in person can ask about herself: her role, and to be signed out. */
import { endpoints } from '../../contract/endpoints.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { revokeToken } from './revoked-tokens.ts';

export interface UserRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Told the id of the token, so that what it opened can be closed at once. */
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
