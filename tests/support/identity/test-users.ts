/** Creates users with fake tokens, for tests that do not verify real tokens. */
import type { Right, Role, Scope, User } from '../../../src/domain/user.ts';
import type { RecheckCallers, UserCaller } from '../../../src/server/http/api-server.ts';
import { AppError } from '../../../src/server/shared/app-error.ts';

/** Returns a user who has each of the roles in each of the scopes. */
function userWith(
  roles: readonly Role[],
  scopes: readonly Scope[],
  { subject, displayName }: Pick<User, 'subject' | 'displayName'>,
): User {
  const rights = roles.flatMap((role) => scopes.map((scope) => ({ role, scope })));
  return { subject, displayName, rights, roles, scopes };
}

/** Returns a user who has a different role in each scope. */
function userOfRights(rights: readonly Right[]): Pick<User, 'rights' | 'roles' | 'scopes'> {
  return { rights, roles: rights.map(({ role }) => role), scopes: rights.map(({ scope }) => scope) };
}

export function createTestUsers(now: () => number) {
  const callers = new Map<string, UserCaller>();
  let count = 0;
  const recheck: RecheckCallers = async (rechecked) => rechecked.map(({ tokenId }) => callers.get(tokenId)?.user);
  return {
    authenticate: async (authorization: string | undefined): Promise<UserCaller> => {
      const caller = callers.get(authorization?.replace(/^Bearer /, '') ?? '');
      if (caller === undefined || caller.expiresAt <= now()) throw new AppError('unauthenticated');
      return caller;
    },
    recheck,
    /** Creates a user with these scopes. The token is valid for an hour by default. */
    token: (
      scopes: readonly Scope[],
      options: {
        readonly expiresAt?: number;
        readonly roles?: readonly Role[];
        readonly rights?: readonly Right[];
      } = {},
    ) => {
      const roles: readonly Role[] = options.roles ?? ['manager'];
      const expiresAt = options.expiresAt ?? now() + 3_600_000;
      const token = `token-${++count}`;
      const named = { subject: token, displayName: `Name of ${token}` };
      const { rights } = options;
      const user = rights === undefined ? userWith(roles, scopes, named) : { ...named, ...userOfRights(rights) };
      callers.set(token, { user, groups: [], tokenId: token, sessionId: undefined, expiresAt });
      return token;
    },
    setScopes: (token: string, scopes: readonly Scope[]) => {
      const caller = callers.get(token);
      if (caller === undefined) return;
      callers.set(token, { ...caller, user: userWith(caller.user.roles, scopes, caller.user) });
    },
    /** Makes a token invalid. */
    revoke: (token: string) => void callers.delete(token),
  };
}
