/**
 * Sends messages about alerts that nobody answers. Every process runs a worker: the database decides which of them
 * stores and which sends a message.
 */
import { isUnanswered } from '../../domain/notices/escalation.ts';
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { mayOnceOnDutySee, readPeopleOnDuty } from '../duty/people-on-duty.ts';
import type { FindUsers } from '../identity/find-users.ts';
import { createBatchLookup } from '../shared/cache/coalesce.ts';
import { runRepeatedly } from '../shared/run-repeatedly.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
import { createNotices, type NoticeRow, readOpenNotices, type Situation } from './create-notices.ts';
import { startDeliveries } from './deliver-notices.ts';
import { followNotices } from './follow-notices.ts';
import { createOpenAlertReader } from './open-alerts.ts';
import { readChains } from './read-chains.ts';
import { sendAgain } from './send-again.ts';
import { type DeliveryOptions, type NoticeSenders, settle } from './send-notice.ts';
import type { UndeliveredMessage } from './undelivered-notices.ts';
import { followUnreached } from './unreached-alerts.ts';

export interface NoticeWorkerOptions {
  readonly database: Pick<Database, 'query'>;
  readonly findUsers: FindUsers;
  readonly senders: NoticeSenders;
  readonly onChanged: DeliveryOptions['onChanged'];
  readonly now: () => number;
  readonly log: WarnLog;
}

const intervalMs = 1_000;

export const messageCheckAgeMetric = {
  name: 'room_status_message_check_age_seconds',
  help: 'Time since the alerts that nobody answers were last checked successfully',
};

export type NoticeWorker = ReturnType<typeof createNoticeWorker>;

export function createNoticeWorker(options: NoticeWorkerOptions) {
  const { findUsers, senders, onChanged, now, log } = options;
  const { query } = options.database;
  const readOpenAlerts = createOpenAlertReader(query);
  const running = new Set<Promise<void>>();

  async function readSituation(): Promise<Situation> {
    const open = await readOpenAlerts();
    const unanswered = [...open.values()].filter(({ alert }) => isUnanswered(alert));
    const locationUUIDs = [...new Set(unanswered.map(({ place }) => place.locationUUID))];
    const [people, chainOf] = await Promise.all([
      readPeopleOnDuty(query, findUsers, { locationUUIDs, now: now() }),
      readChains(query, locationUUIDs),
    ]);
    return { open, people, chainOf, now: now() };
  }

  const maySee = (subject: string, place: Required<Place>) => mayOnceOnDutySee(query, findUsers, { subject, place });
  const accept = createBatchLookup(
    (rows: readonly (readonly NoticeRow[])[]) => settle(query, rows.flat(), { outcome: 'accepted', is_grouped: 0 }),
    0,
  );
  const delivery = { query, senders, accept, maySee, onChanged, now, log };

  return {
    /** Stores the notices that are due and starts to send them. A slow recipient does not hold up the others. */
    check: async (): Promise<void> => {
      const stored = await readOpenNotices(query);
      const situation = await readSituation();
      const created = await createNotices(query, situation, stored);
      await followNotices(query, situation, stored);
      const changed = await followUnreached(query, situation, [...stored, ...created]);
      if (changed.length > 0) onChanged(changed);
      for (const sending of await startDeliveries(delivery, situation, readSituation)) {
        const ended = sending
          .catch((error: unknown) => log.warn({ err: error }, 'the outcome of a message about an alert was not stored'))
          .finally(() => running.delete(ended));
        running.add(ended);
      }
    },
    /** Sends a message again that was not delivered. Undefined: there is nothing to send. */
    sendAgain: async (message: UndeliveredMessage) => sendAgain(delivery, await readSituation(), message),
    /** Resolves when all messages that are being sent are settled. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/**
 * Checks every second, and at once after `wake`, until `stop` is called. `stop` resolves when nothing is being sent.
 */
export function runNoticeWorker({ check, idle }: NoticeWorker, log: WarnLog) {
  const checking = runRepeatedly(check, {
    intervalMs,
    onFailure: (error) => log.warn({ err: error }, 'the alerts that nobody answers could not be checked'),
  });
  const { wake, secondsSinceSuccess } = checking;
  return { wake, secondsSinceSuccess, stop: () => checking.stop().then(idle) };
}
