/**
 * Records sign-ins at an external provider. The server does not see them, so the first accepted token of each session
 * counts as its sign-in.
 */
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { UserCaller } from '../http/api-server.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import { createThrottledLog, type WarnLog } from '../shared/throttled-log.ts';
import { actorOfUser, type UserRequest } from './audit-actors.ts';
import { recordAudit } from './record-audit.ts';

/** If the provider issues no session ids, a user who was not seen for this time counts as signed in again. */
const windowMs = 12 * 3_600_000;
const maxKeys = 50_000;

interface ExternalSignInsOptions {
  readonly database: Pick<Database, 'query'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
}

/**
 * Resolves when the sign-in is stored. Each process queries the database once per session. When the sign-in cannot be
 * stored, for example on a full disk, the call succeeds nevertheless, because staff need the board. The next call tries
 * again.
 */
export type RecordExternalSignIn = (caller: UserCaller, request: UserRequest) => Promise<void>;

export function createSignInRecorder({ database: { query }, now, log }: ExternalSignInsOptions): RecordExternalSignIn {
  const sessions = createWindowLimit({ windowMs, maxKeys, now });
  const logThrottled = createThrottledLog(now);
  return async (caller, request) => {
    const { user, sessionId = null } = caller;
    const key = JSON.stringify([user.subject, sessionId]);
    if (!sessions.take(key)) return;
    const at = now();
    try {
      await query.transaction().execute(async (transaction) => {
        if (await isKnown(transaction, { subject: user.subject, sessionId, since: at - windowMs })) return;
        await recordAudit(transaction, {
          at,
          actor: actorOfUser(caller, request),
          action: 'sign-in',
          object: { kind: 'session', id: sessionId, name: null },
          clientUUID: null,
        });
      });
    } catch (error) {
      sessions.forget(key);
      const details = { err: error, subject: user.subject };
      logThrottled(log, { device: '', kind: '', details, message: 'a sign-in could not be recorded' });
    }
  };
}

/** Whether the sign-in was already recorded, by another process or by this process before a restart. */
async function isKnown(
  query: Kysely<Schema>,
  { subject, sessionId, since }: { subject: string; sessionId: string | null; since: number },
): Promise<boolean> {
  const ofUser = query
    .selectFrom('audit_event')
    .select('sequence')
    .where('action', '=', 'sign-in')
    .where('actor_id', '=', subject);
  const known = sessionId === null ? ofUser.where('at', '>', since) : ofUser.where('object_id', '=', sessionId);
  return (await known.limit(1).executeTakeFirst()) !== undefined;
}
