/** The calls with which managers see the messages that were not delivered, and send them again. */
import { noticeEndpoints } from '../../contract/notices/notices.ts';
import { actorOfUser } from '../audit/audit-actors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { ApiServer, UserCaller } from '../http/api-server.ts';
import { requireFound } from '../http/require-found.ts';
import { serveEndpoint } from '../http/serve-endpoint.ts';
import { createUserFinder } from '../identity/find-users.ts';
import { createWindowLimit } from '../shared/cache/window-limit.ts';
import { retryLater } from '../shared/retry-later.ts';
import { createNoticeSenders, type SenderOptions } from './notice-senders.ts';
import { createNoticeWorker } from './notice-worker.ts';
import { readUndelivered, undeliveredOnWire } from './undelivered-notices.ts';

/** Each call sends something to somebody, so their number is limited. */
const maxPerMinute = 30;
const maxManagers = 1_000;

interface NoticeRoutesOptions extends Omit<SenderOptions, 'query'> {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publishNoticeChange'>;
  /** Whether the identity provider is the embedded one. */
  readonly hasOwnAccounts: boolean;
  readonly now: () => number;
}

export function registerNoticeRoutes(api: ApiServer, options: NoticeRoutesOptions): void {
  const { database, bus, hasOwnAccounts, now } = options;
  const { query } = database;
  const worker = createNoticeWorker({
    database,
    findUsers: createUserFinder(database, hasOwnAccounts),
    senders: createNoticeSenders({ ...options, query }),
    onChanged: bus.publishNoticeChange,
    now,
    log: api.fastify.log,
  });

  serveEndpoint(api, noticeEndpoints.listUndeliveredNotices, async ({ caller: { managed } }) => ({
    items: (await readUndelivered(query, { managed, now: now() })).map(undeliveredOnWire),
  }));

  const calls = createWindowLimit({ windowMs: 60_000, maxKeys: maxManagers, now });
  const limitCalls = ({ user: { subject } }: UserCaller): void => {
    if (calls.take(subject, maxPerMinute)) return;
    throw retryLater('too-many-requests', 'You have sent too many messages again. Wait a minute.', 60);
  };
  serveEndpoint(
    api,
    noticeEndpoints.sendNoticeAgain,
    async ({ caller, request, params }) => {
      const uuid = params.id.toLowerCase();
      const [found] = await readUndelivered(query, { managed: caller.managed, now: now(), uuid });
      const message = requireFound(found);
      const [{ row, placed }] = message.parts;
      await recordAudit(query, {
        at: now(),
        actor: actorOfUser(caller, request),
        action: 'notice.send-again',
        object: { kind: 'ward', id: row.ward_uuid, name: placed.ward },
        clientUUID: placed.place.clientUUID,
        after: { to: row.recipient_name, rooms: message.parts.map((part) => part.placed.room).join(', ') },
      });
      const delivery = await worker.sendAgain(message);
      const outcome = delivery?.outcome ?? ('obsolete' as const);
      return { outcome, reason: delivery?.outcome === 'failed' ? delivery.reason : null };
    },
    { admit: limitCalls },
  );
}
