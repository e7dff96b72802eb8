/** Which people can be reached by phone. */
import { phoneStateOf } from '../../domain/phones/phone-state.ts';
import type { Database } from '../database/database.ts';
import { phoneFactsOf } from './phone-rows.ts';

/** `works`: a phone gets alerts. `stopped`: there are phones, and none is known to get them. `none`: there is none. */
export type PhoneReach = 'works' | 'stopped' | 'none';

/** Whether a phone of each person gets alerts, by subject. */
export async function phonesOf(
  query: Database['query'],
  subjects: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, PhoneReach>> {
  const rows =
    subjects.length === 0 ? [] : await query.selectFrom('phone').selectAll().where('subject', 'in', subjects).execute();
  const reachOf = (subject: string): PhoneReach => {
    const own = rows.filter((row) => row.subject === subject);
    if (own.length === 0) return 'none';
    return own.some((row) => phoneStateOf(phoneFactsOf(row), now) === 'works') ? 'works' : 'stopped';
  };
  return new Map(subjects.map((subject) => [subject, reachOf(subject)]));
}
