/** Creates users with fake tokens, for tests that do not verify real tokens. */
import type { Role, Scope } from '../../../src/domain/user.ts';
import type { RecheckCallers, UserCaller } from '../../../src/server/http/api-server.ts';
import { AppError } from '../../../src/server/shared/app-error.ts';

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
      options: { readonly expiresAt?: number; readonly roles?: readonly Role[] } = {},
    ) => {
      const roles: readonly Role[] = options.roles ?? ['manager'];
      const expiresAt = options.expiresAt ?? now() + 3_600_000;
      const token = `token-${++count}`;
      const user = { subject: token, displayName: `Name of ${token}`, roles, scopes };
      callers.set(token, { user, groups: [], tokenId: token, sessionId: undefined, expiresAt });
      return token;
    },
    setScopes: (token: string, scopes: readonly Scope[]) => {
      const caller = callers.get(token);
      if (caller !== undefined) callers.set(token, { ...caller, user: { ...caller.user, scopes } });
    },
    /** Makes a token invalid. */
    revoke: (token: string) => void callers.delete(token),
  };
}
