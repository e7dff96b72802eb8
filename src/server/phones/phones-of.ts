/** Which people can be reached by phone. */
import { phoneStateOf } from '../../domain/phones/phone-state.ts';
import type { Database } from '../database/database.ts';
import { phoneFactsOf, readPhonesOf } from './phone-rows.ts';

/** `works`: a phone gets alerts. `stopped`: there are phones, and none is known to get them. `none`: there is none. */
export type PhoneReach = 'works' | 'stopped' | 'none';

/** Whether a phone of each person gets alerts, by subject. */
export async function phonesOf(
  query: Database['query'],
  subjects: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, PhoneReach>> {
  const phones = await readPhonesOf(query, subjects);
  const reachOf = (subject: string): PhoneReach => {
    const own = phones.get(subject) ?? [];
    if (own.length === 0) return 'none';
    return own.some((row) => phoneStateOf(phoneFactsOf(row), now) === 'works') ? 'works' : 'stopped';
  };
  return new Map(subjects.map((subject) => [subject, reachOf(subject)]));
}
