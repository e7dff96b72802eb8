import type { DeliveryReason, ResponseReason } from '../../contract/contacts/delivery-reasons.ts';
import type { Delivery } from '../../domain/notices/delivery.ts';

interface FailureOptions {
  readonly isFinal?: boolean;
  readonly retryAfterMs?: number | null;
}

export function failedDelivery(
  reason: DeliveryReason | ResponseReason,
  { isFinal = false, retryAfterMs = null }: FailureOptions = {},
): Delivery {
  return { outcome: 'failed', reason, isFinal, retryAfterMs };
}
