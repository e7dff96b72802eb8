/** What became of a message that the server sent to a person or a contact. */

/** Why a message was not accepted. */
export const deliveryReasons = [
  'timeout',
  'unknown-host',
  'no-connection',
  'certificate',
  'forbidden-address',
  'needs-https',
  'redirect',
  'no-secret',
  'email-not-set-up',
  'email-login',
  'email-needs-tls',
  'no-phone',
  'off-duty',
  'removed',
  'server-error',
] as const;

/** Besides the list, the response of the receiver with its status, such as `http-503` and `smtp-550`. */
export type DeliveryReason = (typeof deliveryReasons)[number] | `http-${number}` | `smtp-${number}`;

export interface FailedDelivery {
  readonly outcome: 'failed';
  readonly reason: DeliveryReason;
  /** Whether sending the message again is of no use. */
  readonly isFinal: boolean;
  /** How long the receiver asks to wait before the message is sent again. Null: it does not say. */
  readonly retryAfterMs: number | null;
}

export type Delivery = { readonly outcome: 'accepted' } | FailedDelivery;

export function failedDelivery(
  reason: DeliveryReason,
  { isFinal = false, retryAfterMs = null }: Partial<Pick<FailedDelivery, 'isFinal' | 'retryAfterMs'>> = {},
): FailedDelivery {
  return { outcome: 'failed', reason, isFinal, retryAfterMs };
}
