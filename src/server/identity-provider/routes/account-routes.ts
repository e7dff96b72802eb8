/** The calls of administrators for the accounts of the embedded provider. */
import type { Kysely } from 'kysely';
import { isoTime } from '../../../domain/iso-time.ts';
import { accountEndpoints } from '../../../contract/manage/people.ts';
import type { Schema } from '../../database/schema.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { keepAdministrator } from '../../rights/keep-administrator.ts';
import { requireEverything } from '../../rights/manager.ts';
import { AppError } from '../../shared/app-error.ts';
import { reasonOf, refusedAs } from '../../shared/reason.ts';
import { requireVersion } from '../../shared/object-version.ts';
import { type Account, listAccounts } from '../accounts/accounts.ts';
import { addInvitedAccount } from '../accounts/add-account.ts';
import { recordAccount } from '../accounts/audit-account.ts';
import { hasAdministratorAccount } from '../accounts/administrators.ts';
import { disableAccount, enableAccount, removeAccount, updateAccount } from '../accounts/change-account.ts';
import { createOneTimeToken, tokenLifetimesMs } from '../accounts/one-time-tokens.ts';
import { passwordLinkOf } from '../password-link/password-link.ts';
import { countPasskeys } from '../passkeys/passkey-store.ts';
import {
  type AccountRoutesOptions,
  changeAccount,
  requireAccount,
  shownAccount,
  shownNow,
  sourceOf,
} from './managed-account.ts';

export function registerAccountRoutes(api: ApiServer, options: AccountRoutesOptions): void {
  const { database } = options;

  serveEndpoint(api, accountEndpoints.listAccounts, async ({ caller }) => {
    requireEverything(caller);
    const counts = await countPasskeys(database);
    const accounts = await listAccounts(database);
    return { items: accounts.map((account) => shownAccount(account, counts.get(account.subject) ?? 0)) };
  });

  serveEndpoint(api, accountEndpoints.changeAccount, (call) =>
    changeAccount(options, call, async (query, account, source) => {
      const { version, displayName, groups } = call.body;
      requireVersion(await shownNow(query, account), version);
      await updateAccount({ query }, account, { displayName, groups }, source);
    }),
  );
  serveEndpoint(api, accountEndpoints.disableAccount, (call) =>
    changeAccount(options, call, (query, account, source) => disableAccount({ query }, account, source)),
  );
  serveEndpoint(api, accountEndpoints.enableAccount, (call) =>
    changeAccount(options, call, (query, account, source) => enableAccount({ query }, account, source)),
  );

  serveEndpoint(api, accountEndpoints.removeAccount, (call) => {
    requireEverything(call.caller);
    return keepAdministrator(database, hasAdministratorAccount, async (query) => {
      await removeAccount({ query }, await requireAccount(query, call), sourceOf(call, options));
      return null;
    });
  });

  registerLinkRoutes(api, options);
}

/** The calls that make a link with which a person sets a password. */
function registerLinkRoutes(api: ApiServer, options: AccountRoutesOptions): void {
  const { database } = options;

  serveEndpoint(api, accountEndpoints.inviteAccount, async (call) => {
    requireEverything(call.caller);
    const { username, displayName, email = `${username}@localhost`, groups } = call.body;
    return database.query.transaction().execute(async (query) => {
      const wanted = { username, displayName, email, groups };
      const account = await addInvitedAccount({ query }, wanted, sourceOf(call, options));
      if (account === undefined) {
        throw new AppError('invalid-request', { errors: [{ field: 'username', ...reasonOf('in-use') }] });
      }
      return { account: shownAccount(account, 0), link: await createLink(query, account, options) };
    });
  });

  serveEndpoint(api, accountEndpoints.createAccountLink, async (call) => {
    requireEverything(call.caller);
    return database.query.transaction().execute(async (query) => {
      const account = await requireAccount(query, call);
      if (account.state === 'disabled') {
        throw new AppError('conflict', refusedAs('account-disabled'));
      }
      await recordAccount(query, 'account.link', { account }, sourceOf(call, options));
      return createLink(query, account, options);
    });
  });
}

async function createLink(
  query: Kysely<Schema>,
  { subject, state }: Account,
  { now, issuer }: AccountRoutesOptions,
): Promise<{ readonly url: string; readonly expiresAt: string }> {
  const purpose = state === 'invited' ? 'invitation' : 'password';
  const secret = await createOneTimeToken({ query }, { subject, purpose }, now());
  const expiresAt = isoTime(now() + tokenLifetimesMs[purpose]);
  return { url: passwordLinkOf(issuer, secret), expiresAt };
}
