/** Calls the administration of a server as an administrator of everything. */
import type { Database } from '../../../src/server/database/database.ts';
import { ensureAccount } from '../../../src/server/identity-provider/accounts/add-account.ts';
import { grantRight } from '../../../src/server/rights/group-rights.ts';
import { signIn } from '../../../tests/support/identity/sign-in.ts';

const manager = { username: 'manager', password: 'a-large-home-in-the-lab' };

export async function addManager(database: Database): Promise<void> {
  await ensureAccount(database, { ...manager, displayName: 'Mia', email: 'mia@lab.example', groups: ['managers'] });
  await grantRight(database, { group: 'managers', role: 'administrator', scope: { kind: 'everything' } });
}

/** With a body the method is POST. Throws when the status is not 2xx. */
export type ManagerCall = (path: string, body?: object) => Promise<unknown>;

export async function createManagerCall(url: string): Promise<ManagerCall> {
  const { accessToken } = await signIn(url, manager.username, manager.password);
  return async (path, body) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}/api/manage${path}`, sent);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
    const answer: unknown = JSON.parse(text);
    return answer;
  };
}
