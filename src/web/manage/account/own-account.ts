import type * as z from 'zod/mini';
import type { ownAccountEndpoints } from '../../../contract/own-account.ts';

export const ownAccountKey = ['own-account'];

export type OwnPasskey = z.output<typeof ownAccountEndpoints.getOwnAccount.response>['passkeys'][number];
