/** Checks once a week that messages arrive on each phone. */
import { isCheckDue, isTestMissing } from '../../domain/phones/phone-state.ts';
import type { Database } from '../database/database.ts';
import { runRepeatedly } from '../shared/run-repeatedly.ts';
import type { WarnLog } from '../shared/throttled-log.ts';
import { removeOldMessages } from './phone-messages.ts';
import { phoneFactsOf, type PhoneRow } from './phone-rows.ts';
import type { PhoneSender } from './send-push.ts';

interface CheckOptions {
  readonly database: Pick<Database, 'query'>;
  readonly phones: Pick<PhoneSender, 'sendTo'>;
  readonly now: () => number;
}

/** Sends the check to each phone for which it is due, and deletes old messages. */
export async function checkPhones({ database: { query }, phones, now }: CheckOptions): Promise<void> {
  const at = now();
  const rows = await query.selectFrom('phone').selectAll().where('gone_at', 'is', null).execute();
  for (const row of rows.filter((phone) => isCheckDue(phoneFactsOf(phone), at))) {
    if (await claimCheck(query, row, at)) await phones.sendTo([row], { kind: 'check' });
  }
  await removeOldMessages(query, at);
}

/**
 * Several processes find the same phone. The one that changes its row first sends the check. A repeated check leaves the
 * time of the test that has not arrived, so that the phone stays stopped.
 */
async function claimCheck(query: Database['query'], row: PhoneRow, at: number): Promise<boolean> {
  const { uuid, tested_at, repeated_at } = row;
  const { numUpdatedRows } = await query
    .updateTable('phone')
    .set(isTestMissing(phoneFactsOf(row)) ? { repeated_at: at } : { tested_at: at })
    .where('uuid', '=', uuid)
    .where('tested_at', tested_at === null ? 'is' : '=', tested_at)
    .where('repeated_at', repeated_at === null ? 'is' : '=', repeated_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const intervalMs = 10 * 60_000;

/** Checks every ten minutes until `stop` is called. */
export function runPhoneCheck(options: CheckOptions, log: WarnLog) {
  return runRepeatedly(() => checkPhones(options), {
    intervalMs,
    isDelayed: true,
    onFailure: (error) => log.warn({ err: error }, 'could not check the phones'),
  });
}
