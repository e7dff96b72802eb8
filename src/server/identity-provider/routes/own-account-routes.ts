/** The calls of people for their own account. */
import { isoTime } from '../../../domain/iso-time.ts';
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { changeOwnPassword } from '../accounts/change-account.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { type OwnAccountOptions, requireOwnAccount, requirePassword, sourceOf } from './own-account.ts';
import { registerPasskeyRoutes } from './passkey-routes.ts';

export function registerOwnAccountRoutes(api: ApiServer, options: OwnAccountOptions): void {
  const { database, issuer, passwordQueue } = options;
  const canAddPasskeys = relyingPartyOf(issuer) !== undefined;

  serveEndpoint(api, ownAccountEndpoints.getOwnAccount, async (call) => {
    const { subject, username, displayName } = await requireOwnAccount(database, call);
    const passkeys = (await listPasskeys(database, subject)).map(({ createdAt, lastUsedAt, ...passkey }) => ({
      ...passkey,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTime(lastUsedAt),
    }));
    return { username, displayName, canAddPasskeys, passkeys };
  });

  serveEndpoint(api, ownAccountEndpoints.changeOwnPassword, async (call) => {
    const { password, newPassword } = call.body;
    const account = await requirePassword(options, call, password);
    const isAbandoned = () => call.request.socket.destroyed;
    const passwordHash = await passwordQueue.run({ isKnownDevice: true, isAbandoned }, () => hashPassword(newPassword));
    if (passwordHash === undefined) throw new AppError('unavailable');
    const session = { passwordHash, sessionId: call.caller.sessionId };
    await changeOwnPassword(database, account, session, sourceOf(call, options));
    return null;
  });

  registerPasskeyRoutes(api, options);
}
