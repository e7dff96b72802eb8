/**
 * The calls with which users of the embedded identity provider manage their own account. With an external provider they
 * respond with 404.
 */
import * as z from 'zod/mini';
import type { Endpoint } from '../endpoint.ts';
import { NewPassword, CurrentPassword } from '../fields.ts';

export const ownAccountEndpoints = {
  getOwnAccount: {
    method: 'GET',
    path: '/account',
    access: 'user',
    reach: 'caller',
    summary: 'Your account',
    response: z.object({
      username: z.string(),
      displayName: z.string(),
    }),
  },
  changeOwnPassword: {
    method: 'POST',
    path: '/account/password',
    access: 'user',
    reach: 'caller',
    outcome: 'kept',
    summary: 'Changes your password. Your other sessions end',
    body: z.strictObject({
      password: CurrentPassword,
      newPassword: NewPassword,
    }),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
