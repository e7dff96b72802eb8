/**
 * Why a message to a contact was not accepted. Besides these there are `http-503` and `smtp-550`: the response of the
 * receiver, with its status.
 */
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
] as const;

export type DeliveryReason = (typeof deliveryReasons)[number];

/** The reasons that contain the status of the response. */
export type ResponseReason = `http-${number}` | `smtp-${number}`;
