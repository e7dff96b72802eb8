/** What has to be in the database before the first request: the demo's home, or who may do what. */
import type { Database } from '../../database/database.ts';
import { demoAccounts } from '../../demo/demo-accounts.ts';
import { seedDemoHome } from '../../demo/seed-demo-home.ts';
import { loadAccessFile } from '../../identity/access-file.ts';
import { ensureAccount } from '../../identity-provider/accounts/accounts.ts';
import type { Config } from '../config.ts';

const administrators = 'administrators';

export interface SeedResult {
  /** For the console: accounts whose passwords are no secret. */
  readonly shownAccounts: readonly {
    readonly username: string;
    readonly displayName: string;
    readonly password: string;
  }[];
  /** Nobody has an account and nobody can make one. */
  readonly isWithoutAccounts: boolean;
}

/** Doing it again changes nothing. Throws AccessFileError. */
export async function seedData(database: Database, config: Config, now: () => number): Promise<SeedResult> {
  if (config.demo !== undefined) {
    await seedDemoHome(database, {
      ensureAccount: (account) => ensureAccount(database, account),
      now: now(),
      speed: config.demo.speed,
    });
    return { shownAccounts: demoAccounts, isWithoutAccounts: false };
  }
  if (config.accessFile !== undefined) await loadAccessFile(database, config.accessFile);
  if (config.identity.kind === 'external') return { shownAccounts: [], isWithoutAccounts: false };
  const { administratorPassword } = config.identity;
  if (administratorPassword !== undefined) await ensureAdministrator(database, administratorPassword);
  const anyone = await database.query.selectFrom('account').select('subject').limit(1).executeTakeFirst();
  return { shownAccounts: [], isWithoutAccounts: anyone === undefined };
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
