/** The calls of the first set-up that are made with the setup code, because nobody is administrator yet. */
import { setUpEndpoints } from '../../../contract/identity/set-up.ts';
import { groupOfSubject } from '../../../domain/user.ts';
import { actorOfUser } from '../../audit/audit-actors.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { ensureAccount } from '../../people/accounts/add-account.ts';
import { createSignInBackoff } from '../provider/sign-in/sign-in-backoff.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { errorOptionsOf } from '../../shared/reason.ts';
import { retryLater } from '../../shared/retry-later.ts';
import {
  findAdministratorGroup,
  assertSetupCodeValid,
  grantAdministrator,
  isAdministratorMissing,
  redeemSetupCode,
} from './first-administrator.ts';
import { checkSetupCode } from './setup-code.ts';

export interface SetupRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly isProviderEmbedded: boolean;
  /**
   * Whether the new account gets the rights of an administrator. False: an access file is used, so the account has the
   * rights of its group in that file.
   */
  readonly mayGrant: boolean;
}

export function registerSetupRoutes(api: ApiServer, options: SetupRoutesOptions): void {
  const { database, now, isProviderEmbedded: isEmbedded, mayGrant } = options;
  const backoff = createSignInBackoff(now);

  /** Checks the setup code. Throws AppError `too-many-requests`, or `forbidden` for a code that is not valid. */
  async function checkCode(code: string, address: string): Promise<void> {
    // Counts wrong codes for each address separately, so that an attacker cannot block the person with the right code.
    const attempt = { account: address, address, knownBrowser: undefined };
    const waitMs = backoff.startAttempt(attempt);
    if (waitMs > 0) throw retryLater('too-many-requests', errorOptionsOf('too-many-codes'), waitMs / 1000);
    const state = await checkSetupCode(database, code, now());
    if (state !== 'wrong-code') backoff.recordSuccess(attempt);
    assertSetupCodeValid(state);
    if (!(await isAdministratorMissing(database, isEmbedded))) assertSetupCodeValid('used-code');
  }

  serveEndpoint(api, setUpEndpoints.checkSetupCode, async ({ body: { code }, request }) => {
    await checkCode(code, request.clientAddress);
    return { next: isEmbedded ? ('create-account' as const) : ('sign-in' as const) };
  });

  serveEndpoint(api, setUpEndpoints.createFirstAccount, async ({ body, request }) => {
    if (!isEmbedded) throw new AppError('not-found', { detail: 'Accounts are not kept here.' });
    const { code, username, displayName, password } = body;
    const { clientAddress: address } = request;
    await checkCode(code, address);
    return redeemSetupCode(database, { code, now: now() }, async (transaction) => {
      const { group, hasRight } = await findAdministratorGroup(transaction);
      const wanted = { username, displayName, email: `${username}@localhost`, groups: [group], password };
      const actor = { kind: 'user', id: null, name: displayName, address } as const;
      const source = { actor, at: now() };
      const account = await ensureAccount(transaction, wanted, source);
      if (!hasRight && mayGrant) await grantAdministrator(transaction, group, source);
      return { username: account.username };
    });
  });

  serveEndpoint(api, setUpEndpoints.becomeAdministrator, async ({ body: { code }, caller, request }) => {
    await checkCode(code, request.clientAddress);
    const source = { actor: actorOfUser(caller, request), at: now() };
    await redeemSetupCode(database, { code, now: now() }, (transaction) =>
      grantAdministrator(transaction, groupOfSubject(caller.user.subject), source),
    );
    return null;
  });
}
