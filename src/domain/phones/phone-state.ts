/** Whether alerts reach a phone. */

export const phoneKinds = ['iphone', 'ipad', 'android', 'computer'] as const;
export type PhoneKind = (typeof phoneKinds)[number];

/**
 * `new`: no message has arrived yet. `works`: the newest test has arrived. `stopped`: the push service does not know
 * the phone any more, the newest test has not arrived in time, or its owner says that it was not shown.
 */
export const phoneStates = ['new', 'works', 'stopped'] as const;
export type PhoneState = (typeof phoneStates)[number];

export interface PhoneFacts {
  /** When the push service said that it does not know the phone. Null: it knows it. */
  readonly goneAt: number | null;
  /** When the newest test was sent; null: none was. */
  readonly testedAt: number | null;
  /** When the check was last repeated because the newest test has not arrived; null: never. */
  readonly repeatedAt: number | null;
  /** When the phone last confirmed the arrival of a message; null: never. */
  readonly receivedAt: number | null;
  /** What the owner said about the newest test; null: nothing. */
  readonly isShown: boolean | null;
}

/** How often the server checks that messages arrive. */
export const checkIntervalMs = 7 * 86_400_000;
/** A phone may be off for a night. */
export const checkTimeoutMs = 24 * 3_600_000;

/** The state of a phone at `now`, in epoch milliseconds. */
export function phoneStateOf(facts: PhoneFacts, now: number): PhoneState {
  const { goneAt, testedAt, receivedAt, isShown } = facts;
  if (goneAt !== null || isShown === false) return 'stopped';
  if (isTestMissing(facts) && now - (testedAt ?? 0) > checkTimeoutMs) return 'stopped';
  return receivedAt === null ? 'new' : 'works';
}

/** Whether the newest test has not arrived yet. */
export function isTestMissing({ testedAt, receivedAt }: Pick<PhoneFacts, 'testedAt' | 'receivedAt'>): boolean {
  return testedAt !== null && (receivedAt === null || receivedAt < testedAt);
}

/** Whether the weekly check of a phone is due. A check that has not arrived is repeated each day. */
export function isCheckDue(facts: PhoneFacts, now: number): boolean {
  const { goneAt, testedAt, repeatedAt, receivedAt } = facts;
  if (goneAt !== null) return false;
  const isMissing = isTestMissing(facts);
  const newest = Math.max(testedAt ?? 0, (isMissing ? repeatedAt : receivedAt) ?? 0);
  return now - newest >= (isMissing ? checkTimeoutMs : checkIntervalMs);
}
