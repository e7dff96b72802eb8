/** Accounts whose password hash has the lowest cost. A real hash takes 0.2 s, and each start of the demo needs three. */
import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import type { Database } from '../../../src/server/database/database.ts';
import type { NewAccount } from '../../../src/server/people/accounts/add-account.ts';

/** Keeps an account that has this username already. */
export async function addCheapAccount({ query }: Database, account: NewAccount & { readonly password: string }) {
  const { username, displayName: display_name, email, groups, password } = account;
  await query
    .insertInto('account')
    .values({
      subject: randomUUID(),
      username,
      display_name,
      email,
      password_hash: cheapHash(password),
      groups: JSON.stringify(groups),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute();
}

function cheapHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  return ['scrypt', 4, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}
