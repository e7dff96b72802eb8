/** What the response of a push service means (RFC 8030, section 5). */
import type { Delivery } from '../../domain/notices/delivery.ts';
import type { PushResponse } from './push-connection.ts';

/** `isGone`: the push service does not know the subscription any more. */
export type PushOutcome = Delivery & { readonly isGone?: boolean };

const goneStatuses: readonly number[] = [404, 410];
/** The phone or the service can take no more messages now. */
const laterStatuses: readonly number[] = [408, 425, 429];

export function pushOutcomeOf({ status, headers }: PushResponse, now: number): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  const failed = { outcome: 'failed', reason: `the push service responded with ${status}` } as const;
  if (goneStatuses.includes(status)) return { ...failed, isFinal: true, retryAfterMs: null, isGone: true };
  const isFinal = status < 500 && !laterStatuses.includes(status);
  return { ...failed, isFinal, retryAfterMs: isFinal ? null : retryAfterMsOf(headers['retry-after'], now) };
}

/** The time of a Retry-After header, which has seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterMsOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** The delivery to a person: one phone that the message reached is enough. */
export function deliveryOf(outcomes: readonly PushOutcome[]): Delivery {
  if (outcomes.some(({ outcome }) => outcome === 'accepted')) return { outcome: 'accepted' };
  const failures = outcomes.filter((one) => one.outcome === 'failed');
  const [reason = 'the person has no phone'] = failures.map((failure) => failure.reason);
  const delays = failures.flatMap((failure) => (failure.isFinal ? [] : [failure.retryAfterMs ?? 0]));
  const isFinal = delays.length === 0;
  const delayMs = Math.min(...delays);
  return { outcome: 'failed', reason, isFinal, retryAfterMs: isFinal || delayMs === 0 ? null : delayMs };
}
