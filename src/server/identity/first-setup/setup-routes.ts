/** The calls of the first set-up that need the setup code: nobody is administrator yet. */
import { setUpEndpoints } from '../../../contract/manage/set-up.ts';
import { groupOfSubject } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { AppError } from '../../shared/app-error.ts';
import { refusedAs } from '../../shared/reason.ts';
import { retryLater } from '../../shared/retry-later.ts';
import {
  administratorGroup,
  assertValidCode,
  grantAdministrator,
  needsAdministrator,
  type Query,
  redeemCode,
} from './first-administrator.ts';
import { checkSetupCode } from './setup-code.ts';

export interface SetupRoutesOptions {
  readonly database: Database;
  readonly now: () => number;
  /** Against guessing: failed attempts of one address have to wait. */
  readonly limit: {
    /** Returns 0 when the attempt may go on, otherwise the milliseconds to wait. It counts as failed until `succeed`. */
    readonly start: (address: string) => number;
    readonly succeed: (address: string) => void;
  };
  /** Creates an account of the embedded provider, within a transaction. Undefined: the provider is an external one. */
  readonly createAccount: CreateAccount | undefined;
  /** False: an access file decides about the rights, so the new account gets only those of its group in that file. */
  readonly mayGrant: boolean;
}

type CreateAccount = (
  transaction: Query,
  account: {
    readonly username: string;
    readonly displayName: string;
    readonly password: string;
    readonly group: string;
    readonly address: string;
  },
) => Promise<{ readonly subject: string; readonly username: string }>;

export function registerSetupRoutes(api: ApiServer, options: SetupRoutesOptions): void {
  const { database, now, limit, createAccount, mayGrant } = options;
  const isEmbedded = createAccount !== undefined;

  /** Throws AppError `too-many-requests`, or `forbidden` for a code that is not valid. */
  async function checkCode(code: string, address: string): Promise<void> {
    const waitMs = limit.start(address);
    if (waitMs > 0) throw retryLater('too-many-requests', refusedAs('too-many-codes'), waitMs / 1000);
    const state = await checkSetupCode(database, code, now());
    if (state !== 'wrong-code') limit.succeed(address);
    assertValidCode(state);
    if (!(await needsAdministrator(database, isEmbedded))) assertValidCode('used-code');
  }

  serveEndpoint(api, setUpEndpoints.checkSetupCode, async ({ body: { code }, request }) => {
    await checkCode(code, request.clientAddress);
    return { next: isEmbedded ? ('create-account' as const) : ('sign-in' as const) };
  });

  serveEndpoint(api, setUpEndpoints.createFirstAccount, async ({ body, request }) => {
    if (createAccount === undefined) throw new AppError('not-found', { detail: 'Accounts are not kept here.' });
    const { code, username, displayName, password } = body;
    const { clientAddress: address } = request;
    await checkCode(code, address);
    return redeemCode(database, { code, now: now() }, async (transaction) => {
      const { group, hasRight } = await administratorGroup(transaction);
      const account = await createAccount(transaction, { username, displayName, password, group, address });
      const person = { subject: account.subject, displayName, address };
      if (!hasRight && mayGrant) await grantAdministrator(transaction, group, person, now());
      return { username: account.username };
    });
  });

  serveEndpoint(api, setUpEndpoints.becomeAdministrator, async ({ body: { code }, caller, request }) => {
    const { clientAddress: address } = request;
    await checkCode(code, address);
    const { subject, displayName } = caller.user;
    const person = { subject, displayName, address };
    await redeemCode(database, { code, now: now() }, (transaction) =>
      grantAdministrator(transaction, groupOfSubject(subject), person, now()),
    );
    return null;
  });
}
