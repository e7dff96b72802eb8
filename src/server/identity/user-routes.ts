/** The calls about the signed-in user: roles and rights, and the logout. */
import { endpoints } from '../../contract/endpoints.ts';
import { meEndpoints } from '../../contract/identity/me.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer, TokenIds } from '../http/api-server.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { revokeToken } from './token-revocation.ts';

export interface UserRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Ends a session of the embedded provider. Undefined with an external provider. */
  readonly endSession: ((sessionId: string) => Promise<void>) | undefined;
  /** Closes the live connections of the token, and those of its session if the session has ended too. */
  readonly onSignedOut: (ended: TokenIds) => void;
}

export function registerUserRoutes(api: ApiServer, options: UserRoutesOptions): void {
  const { database, now, endSession, onSignedOut } = options;
  serveEndpoint(api, endpoints.getUserRole, async ({ caller }) => {
    const roles = [...caller.user.roles];
    return { isWardNurse: roles.includes('ward-nurse'), roles };
  });

  serveEndpoint(api, meEndpoints.getMe, async ({ caller }) => {
    const { subject, displayName, rights } = caller.user;
    return { subject, displayName, rights: [...rights], hasOwnAccounts: endSession !== undefined };
  });

  serveEndpoint(api, endpoints.logout, async ({ caller, request }) => {
    await database.query.transaction().execute(async (query) => {
      await revokeToken({ query }, caller, now());
      const { subject } = caller.user;
      if (caller.sessionId !== undefined) {
        // The next user of the phone must not get the alerts of this one.
        await query
          .deleteFrom('phone')
          .where('subject', '=', subject)
          .where('session_id', '=', caller.sessionId)
          .execute();
      }
      await recordAudit(query, {
        at: now(),
        actor: actorOfUser(caller, request),
        action: 'sign-out',
        clientUUID: null,
      });
    });
    const { tokenId, sessionId } = caller;
    if (sessionId !== undefined) await endSession?.(sessionId);
    onSignedOut({ tokenId, sessionId: endSession === undefined ? undefined : sessionId });
    return null;
  });
}
