/** The signature of Standard Webhooks (https://www.standardwebhooks.com), with a symmetric secret. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** The number of random bytes of a secret. Standard Webhooks asks for 24 to 64. */
const secretByteCount = 32;

export function createSigningSecret(): string {
  return prefix + randomBytes(secretByteCount).toString('base64');
}

interface SignedMessage {
  readonly id: string;
  /** When this attempt is made, in epoch milliseconds. */
  readonly at: number;
  readonly body: string;
}

/** The headers with the id, the time and the signature of the message. */
export function signedHeaders(secret: string, { id, at, body }: SignedMessage) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
