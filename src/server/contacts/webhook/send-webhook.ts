/** Sends one message to a webhook. */
import { type Delivery, failedDelivery } from '../../../domain/notices/delivery.ts';
import { post, type PostOptions } from '../../shared/outgoing/post.ts';
import { signedHeaders } from './signature.ts';

/** A connection of its own for each message, so that each is checked. */
export type WebhookOptions = Omit<PostOptions, 'agents'>;

interface WebhookRequest {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
}

const goneStatus = 410;

export async function sendWebhook(request: WebhookRequest, options: WebhookOptions): Promise<Delivery> {
  const { url, secret, id, body } = request;
  const headers = {
    ...signedHeaders(secret, { id, at: options.now(), body }),
    'content-type': 'application/json',
    'user-agent': 'Room-Status',
  };
  const response = await post({ url, headers, body }, options);
  if (response.outcome === 'failed') return response;
  const { status, retryAfterMs } = response;
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status >= 300 && status < 400) return failedDelivery('redirect');
  return failedDelivery(`http-${status}`, { isFinal: status === goneStatus, retryAfterMs });
}
