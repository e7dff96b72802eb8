/** Records who looked at which ward: one event for each user and ward in an hour. */
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { UserCaller } from '../http/api-server.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
import { userActor, type UserRequest } from './audit-actors.ts';
import { type AuditEntry, recordAudit } from './record-audit.ts';

const windowMs = 3_600_000;
/** The users and wards of an hour of a large process. An entry takes about 200 bytes. */
const maxKeys = 50_000;
const defaultFlushIntervalMs = 500;

interface WardViewsOptions {
  readonly database: Pick<Database, 'query'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

interface View extends Pick<AuditEntry, 'at' | 'actor' | 'clientUUID'> {
  readonly wardUUID: string;
}

export interface WardViews {
  record(
    caller: UserCaller,
    request: UserRequest,
    wards: readonly { readonly uuid: string; readonly place: Place }[],
  ): void;
  /** Stores the views that are not stored yet. */
  close(): Promise<void>;
}

/**
 * Views are stored shortly after, many in one statement: after an outage thousands of boards connect at once, and none
 * of them waits for this.
 */
export function createWardViews(options: WardViewsOptions): WardViews {
  const { database, now, log, flushIntervalMs = defaultFlushIntervalMs } = options;
  const { query } = database;
  const views = createWindowLimit({ windowMs, maxKeys, now });
  let pending: View[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    timer = undefined;
    const viewed = pending;
    pending = [];
    if (viewed.length === 0) return;
    try {
      await query.transaction().execute(async (transaction) => {
        const uuids = new Set(viewed.map(({ wardUUID }) => wardUUID));
        const wards = await transaction
          .selectFrom('ward')
          .select(['uuid', 'display_name'])
          .where('uuid', 'in', [...uuids])
          .execute();
        const nameOf = new Map(wards.map(({ uuid, display_name: name }) => [uuid, name]));
        const entries = viewed.map(({ wardUUID: id, ...view }): AuditEntry => {
          return { ...view, action: 'ward.view', object: { kind: 'ward', id, name: nameOf.get(id) ?? null } };
        });
        await recordAudit(transaction, ...entries);
      });
    } catch (error) {
      log.warn({ err: error, count: viewed.length }, 'who looked at which ward could not be recorded');
      // The next connection of the same user to the same ward is recorded.
      for (const { actor, wardUUID } of viewed) views.forget(keyOf(actor.id ?? '', wardUUID));
    }
  }

  return {
    record: (caller, request, wards) => {
      for (const { uuid, place } of wards) {
        if (!views.take(keyOf(caller.user.subject, uuid))) continue;
        // Only now, because finding the address of the client takes longer than the rest.
        const actor = userActor(caller, request);
        pending.push({ at: now(), actor, wardUUID: uuid, clientUUID: place.clientUUID });
        timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
      }
    },
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

function keyOf(subject: string, wardUuid: string): string {
  return `${subject} ${wardUuid}`;
}
