/** What the response of a push service means (RFC 8030, section 5). */
import { type Delivery, failedDelivery } from '../../domain/notices/delivery.ts';
import type { PostResponse } from '../shared/outgoing/post.ts';

/** `isGone`: the push service does not know the subscription any more. */
export type PushOutcome = Delivery & { readonly isGone?: boolean };

const goneStatuses: readonly number[] = [404, 410];
/** The phone or the service can take no more messages now. */
const laterStatuses: readonly number[] = [408, 425, 429];

export function pushOutcomeOf({ status, retryAfterMs }: PostResponse): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  // The person has no phone until it subscribes again, which it may do while the alert waits.
  if (goneStatuses.includes(status)) return { ...failedDelivery('no-phone', { isFinal: true }), isGone: true };
  const isFinal = status < 500 && !laterStatuses.includes(status);
  return failedDelivery(`http-${status}`, { isFinal, retryAfterMs: isFinal ? null : retryAfterMs });
}

/** The delivery to a person: one phone that the message reached is enough. */
export function deliveryOf(outcomes: readonly PushOutcome[]): Delivery {
  if (outcomes.some(({ outcome }) => outcome === 'accepted')) return { outcome: 'accepted' };
  const failures = outcomes.filter((one) => one.outcome === 'failed');
  const [reason = 'no-phone'] = failures.map((failure) => failure.reason);
  const delays = failures.flatMap((failure) => (failure.isFinal ? [] : [failure.retryAfterMs ?? 0]));
  const isFinal = delays.length === 0;
  const delayMs = Math.min(...delays);
  return failedDelivery(reason, { isFinal, retryAfterMs: isFinal || delayMs === 0 ? null : delayMs });
}
