/** Who is behind which token, for tests that are not about tokens. */
import type { Role, Scope } from '../../../src/domain/user.ts';
import type { UserCaller } from '../../../src/server/http/api-server.ts';
import { AppError } from '../../../src/server/shared/app-error.ts';

export interface TestUsers {
  authenticate(authorization: string | undefined): Promise<UserCaller>;
  /** A token of a person who may see that much, for an hour unless said otherwise. */
  token(scopes: readonly Scope[], options?: { readonly expiresAt?: number; readonly roles?: readonly Role[] }): string;
  /** From now on the token's owner may see this, and nothing else. */
  setScopes(token: string, scopes: readonly Scope[]): void;
  /** From now on the token is refused. */
  revoke(token: string): void;
}

export function createTestUsers(now: () => number): TestUsers {
  const callers = new Map<string, UserCaller>();
  let count = 0;
  return {
    authenticate: async (authorization) => {
      const caller = callers.get(authorization?.replace(/^Bearer /, '') ?? '');
      if (caller === undefined || caller.expiresAt <= now()) throw new AppError('unauthenticated');
      return caller;
    },
    token: (scopes, options = {}) => {
      const roles: readonly Role[] = options.roles ?? ['manager'];
      const expiresAt = options.expiresAt ?? now() + 3_600_000;
      const token = `token-${++count}`;
      callers.set(token, { user: { subject: token, roles, scopes }, tokenId: token, expiresAt });
      return token;
    },
    setScopes: (token, scopes) => {
      const caller = callers.get(token);
      if (caller !== undefined) callers.set(token, { ...caller, user: { ...caller.user, scopes } });
    },
    revoke: (token) => void callers.delete(token),
  };
}
