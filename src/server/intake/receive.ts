/** What rooms make of all that reaches them. Passed in: features do not know each other. */
import type { Incoming, Outcome } from '../../domain/ingest/incoming.ts';
import type { Scope } from '../../domain/user.ts';

/**
 * One outcome each, in order, once they are durable. Throws when they cannot be stored, AppError
 * `unavailable` when that may pass.
 */
export type Receive = (
  items: readonly Incoming[],
  sender: { readonly keyId: string; readonly scope: Scope },
) => Promise<readonly Outcome[]>;
