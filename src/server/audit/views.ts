/** Records who looked at what: one event for each user and ward, or kind of data, in an hour. */
import type { Transaction } from 'kysely';
import type { ViewAction } from '../../domain/audit.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { UserCaller } from '../http/api-server.ts';
import { findPlace } from '../database/find-place.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
import { actorOfUser, type UserRequest } from './audit-actors.ts';
import { auditEntryOfRoom, type NamedRoom } from './named-room.ts';
import { type AuditEntry, type AuditSource, recordAudit } from './record-audit.ts';
import { findViewedWards } from './viewed-wards.ts';

const windowMs = 3_600_000;
/** The maximum number of users and wards that are remembered for an hour. An entry takes about 200 bytes. */
const maxKeys = 50_000;
const defaultFlushIntervalMs = 500;

interface ViewsOptions {
  readonly database: Pick<Database, 'query' | 'kind'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

/** The user who looks at data. `managed`: the scopes in which a manager or administrator may call the endpoint. */
type Caller = Pick<UserCaller, 'user' | 'wallBoard'> & { readonly managed?: readonly Scope[] };

interface View extends AuditSource {
  readonly action: ViewAction;
  /** The scopes that the user may see. */
  readonly scopes: readonly Scope[];
  /** For `ward.view`: the uuid of a ward or of a location. */
  readonly uuid?: string;
  readonly topic?: string;
  /** For `room.view`. */
  readonly room?: NamedRoom;
}

export interface ViewRecorder {
  /**
   * Records that the caller has seen the rooms of these wards, or of the visible wards of these locations. Uuids are in
   * lower case.
   */
  recordWards(caller: Caller, request: UserRequest, uuids: readonly string[]): void;
  /** Records that the caller has seen the history of this room. */
  recordRoom(caller: Caller, request: UserRequest, room: NamedRoom): void;
  /** Records that the caller has seen data of this kind. `topic`: the MQTT topic whose messages were shown. */
  record(caller: Caller, request: UserRequest, action: ViewAction, topic?: string): void;
  /** Stores the views that are still in memory. */
  close(): Promise<void>;
}

/**
 * Collects views and stores them shortly after, many in one statement: after an outage thousands of boards connect at
 * once, and no board should wait for the audit log. A repeated view costs one look-up in memory.
 */
export function createViewRecorder(options: ViewsOptions): ViewRecorder {
  const { database, now, log, flushIntervalMs = defaultFlushIntervalMs } = options;
  const limit = createWindowLimit({ windowMs, maxKeys, now });
  let pending: View[] = [];
  let timer: NodeJS.Timeout | undefined;

  function add(key: string, view: () => View): void {
    if (!limit.take(key)) return;
    pending.push(view());
    timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
  }

  async function flush(): Promise<void> {
    timer = undefined;
    const views = pending;
    pending = [];
    if (views.length === 0) return;
    const keys = views.map((view) => keyOf(view));
    try {
      await database.query.transaction().execute(async (transaction) => {
        const wards = await findViewedWards({ kind: database.kind, query: transaction }, views.flatMap(viewOfPlace));
        // A ward that the user opened by itself within the hour is not recorded again when the user opens its location.
        const found = wards.filter(({ view, ward }) => {
          const key = keyOf({ ...view, uuid: ward.uuid });
          if (ward.uuid === view.uuid) return true;
          if (!limit.take(key)) return false;
          keys.push(key);
          return true;
        });
        const others = await Promise.all(views.filter(({ uuid }) => uuid === undefined).map(eventsOf(transaction)));
        await recordAudit(transaction, ...found.map(({ view, ward }) => wardEvent(view, ward)), ...others.flat());
      });
    } catch (error) {
      log.warn({ err: error, count: views.length }, 'who looked at what could not be recorded');
      // The views were not stored, so the next call of the same user must record them.
      for (const key of keys) limit.forget(key);
    }
  }

  /**
   * Creates a view only when it has to be recorded, because finding the address of the client takes longer than the
   * check.
   */
  function viewOf(caller: Caller, request: UserRequest, action: ViewAction): View {
    return { at: now(), actor: actorOfUser(caller, request), action, scopes: caller.managed ?? caller.user.scopes };
  }

  return {
    recordWards: (caller, request, uuids) => {
      for (const uuid of uuids) {
        const key = keyOf({ actor: { id: caller.user.subject }, action: 'ward.view', uuid });
        add(key, () => ({ ...viewOf(caller, request, 'ward.view'), uuid }));
      }
    },
    recordRoom: (caller, request, room) => {
      const key = keyOf({ actor: { id: caller.user.subject }, action: 'room.view', room });
      add(key, () => ({ ...viewOf(caller, request, 'room.view'), room }));
    },
    record: (caller, request, action, topic) => {
      const key = keyOf({ actor: { id: caller.user.subject }, action, topic });
      add(key, () => ({ ...viewOf(caller, request, action), ...(topic !== undefined && { topic }) }));
    },
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

interface Key {
  readonly actor: { readonly id: string | null };
  readonly action: ViewAction;
  readonly uuid?: string | undefined;
  readonly topic?: string | undefined;
  readonly room?: Pick<NamedRoom, 'uuid'> | undefined;
}

function keyOf({ actor, action, uuid, topic, room }: Key): string {
  return `${actor.id} ${action} ${uuid ?? room?.uuid ?? topic ?? ''}`;
}

function viewOfPlace(view: View) {
  return view.uuid === undefined ? [] : [{ ...view, uuid: view.uuid }];
}

type ViewedWard = Awaited<ReturnType<typeof findViewedWards>>[number]['ward'];

function wardEvent({ at, actor, action }: View, { uuid, name, clientUUID, place }: ViewedWard): AuditEntry {
  return { at, actor, action, object: { kind: 'ward', id: uuid, name }, clientUUID, after: { place } };
}

/**
 * Creates one event for each client whose data the user may see, because administrators of a client see only its own
 * events.
 */
function eventsOf(query: Transaction<Schema>) {
  return async ({ at, actor, action, scopes, topic, room }: View): Promise<AuditEntry[]> => {
    if (room !== undefined) return [auditEntryOfRoom({ at, actor }, room, { action })];
    const event = { at, actor, action, ...(topic !== undefined && { after: { topic } }) };
    const clients = new Set<string>();
    for (const scope of scopes) {
      if (scope.kind === 'everything') return [{ ...event, clientUUID: null }];
      const place = await findPlace(query, scope.kind, scope.uuid);
      if (place !== undefined) clients.add(place.clientUUID);
    }
    return [...clients].map((clientUUID) => ({ ...event, clientUUID }));
  };
}
