/** Writes the data that must exist before the first request: the demo home, or rights and the first account. */
import type { Database } from '../../database/database.ts';
import { demoAccounts } from '../../demo/demo-accounts.ts';
import { seedDemoHome } from '../../demo/seed-demo-home.ts';
import { loadAccessFile } from '../../identity/access-file.ts';
import { ensureAccount } from '../../identity-provider/accounts/accounts.ts';
import type { Config } from '../config.ts';

const administrators = 'administrators';

export interface SeedResult {
  /** Demo accounts, whose passwords the console shows. */
  readonly shownAccounts: readonly {
    readonly username: string;
    readonly displayName: string;
    readonly password: string;
  }[];
  /** The embedded provider has no account, so nobody can sign in. */
  readonly hasNoAccount: boolean;
}

/** Idempotent. Throws OperatorError. */
export async function seedData(database: Database, config: Config, now: () => number): Promise<SeedResult> {
  if (config.demo !== undefined) {
    await seedDemoHome(database, { now: now(), speed: config.demo.speed });
    for (const account of demoAccounts) await ensureAccount(database, account);
    return { shownAccounts: demoAccounts, hasNoAccount: false };
  }
  if (config.accessFile !== undefined) await loadAccessFile(database, config.accessFile);
  if (config.identity.kind === 'external') return { shownAccounts: [], hasNoAccount: false };
  const { administratorPassword } = config.identity;
  if (administratorPassword !== undefined) await ensureAdministrator(database, administratorPassword);
  const account = await database.query.selectFrom('account').select('subject').limit(1).executeTakeFirst();
  return { shownAccounts: [], hasNoAccount: account === undefined };
}

async function ensureAdministrator(database: Database, password: string): Promise<void> {
  await ensureAccount(database, {
    username: 'admin',
    displayName: 'Administrator',
    email: 'admin@localhost',
    groups: [administrators],
    password,
  });
  await database.query
    .insertInto('group_right')
    .values({ group_name: administrators, role: 'administrator', scope_kind: 'everything', scope_uuid: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
