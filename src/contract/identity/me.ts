/** The call that returns the signed-in user. Pages that depend on a role use it. */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { RightJson } from '../scope.ts';

export const meEndpoints = {
  getMe: {
    method: 'GET',
    path: '/me',
    access: 'user',
    reach: 'caller',
    summary: 'Who you are, and the roles you have in which parts of the hierarchy',
    response: z.object({
      subject: z.string(),
      displayName: z.nullable(z.string()),
      rights: z.array(RightJson),
      /** Whether this server manages the accounts. False with an external identity provider. */
      hasOwnAccounts: z.boolean(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
