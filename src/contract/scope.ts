/** Which part of the hierarchy a right covers, in files and calls. */
import * as z from 'zod/mini';
import { roles, scopeLevels } from '../domain/user.ts';
import { Uuid } from './uuid.ts';

export const ScopeJson = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everything') }),
  z.strictObject({ kind: z.enum(scopeLevels), uuid: Uuid }),
]);

export const RightJson = z.strictObject({ role: z.enum(roles), scope: ScopeJson });
