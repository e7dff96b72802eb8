/** The calls of people for their own passkeys. */
import { ownAccountEndpoints } from '../../../contract/own-account.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { refusedAs } from '../../shared/reason.ts';
import { addPasskey, removePasskey } from '../passkeys/passkey-store.ts';
import { startRegistration, verifyRegistration } from '../passkeys/register-passkey.ts';
import { type RelyingParty, relyingPartyOf } from '../passkeys/relying-party.ts';
import { type OwnAccountOptions, recordPasskey, requireOwnAccount, requirePassword, sourceOf } from './own-account.ts';

export function registerPasskeyRoutes(api: ApiServer, options: OwnAccountOptions): void {
  const { database, now, issuer } = options;

  serveEndpoint(api, ownAccountEndpoints.startPasskey, async (call) => {
    const relyingParty = requireSite(issuer);
    const account = await requirePassword(options, call, call.body.password);
    return { ...(await startRegistration(database, account, { relyingParty, now: now() })) };
  });

  serveEndpoint(api, ownAccountEndpoints.addPasskey, async (call) => {
    const relyingParty = requireSite(issuer);
    const account = await requireOwnAccount(database, call);
    const { name, credential } = call.body;
    const sent = { subject: account.subject, name, credential: { ...credential, clientExtensionResults: {} } };
    const passkey = await verifyRegistration(database, sent, { relyingParty, now: now() });
    await database.query.transaction().execute(async (query) => {
      if (passkey === undefined || !(await addPasskey({ query }, passkey))) {
        throw new AppError('invalid-request', refusedAs('passkey-refused'));
      }
      await recordPasskey({ query }, 'passkey.add', { account, name }, sourceOf(call, options));
    });
    return null;
  });

  serveEndpoint(api, ownAccountEndpoints.removePasskey, async (call) => {
    const account = await requireOwnAccount(database, call);
    await database.query.transaction().execute(async (query) => {
      const name = await removePasskey({ query }, account.subject, call.params.id);
      if (name === undefined) throw new AppError('not-found', { detail: 'You have no such passkey.' });
      await recordPasskey({ query }, 'passkey.remove', { account, name }, sourceOf(call, options));
    });
    return null;
  });
}

function requireSite(issuer: string): RelyingParty {
  const relyingParty = relyingPartyOf(issuer);
  if (relyingParty !== undefined) return relyingParty;
  throw new AppError('conflict', refusedAs('no-passkeys-here'));
}
