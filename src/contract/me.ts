/** Who is signed in. Pages that depend on a role ask for it. */
import * as z from 'zod/mini';
import { roles, scopeLevels } from '../domain/user.ts';
import type { Endpoint } from './endpoint.ts';
import { Uuid } from './uuid.ts';

const Scope = z.union([
  z.object({ kind: z.literal('everything') }),
  z.object({ kind: z.enum(scopeLevels), uuid: Uuid }),
]);

export const meEndpoints = {
  getMe: {
    method: 'GET',
    path: '/me',
    access: 'user',
    summary: 'Who you are, and the roles you have in which parts of the hierarchy',
    response: z.object({
      subject: z.string(),
      displayName: z.nullable(z.string()),
      rights: z.array(z.object({ role: z.enum(roles), scope: Scope })),
      /** Whether accounts are managed by this server. False with an external identity provider. */
      hasOwnAccounts: z.boolean(),
    }),
  },
} as const satisfies Record<string, Endpoint>;
