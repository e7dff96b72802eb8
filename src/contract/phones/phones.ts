/** The calls about the phones of the caller, and those that the service worker of a phone makes without a login. */
import * as z from 'zod/mini';
import { languages } from '../../domain/language.ts';
import { phoneKinds, phoneStates } from '../../domain/phones/phone-state.ts';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();

/** Text of base64url that stands for this number of bytes (RFC 8291, section 3). */
function bytesAsText(count: number) {
  const length = Math.ceil((count * 4) / 3);
  return z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}=*$`), `must be ${count} bytes as base64url`));
}

/** A push subscription, as browsers write it as JSON (Push API, `PushSubscription.toJSON`). */
const Subscription = z.object({
  endpoint: z.string().check(z.maxLength(2_000)),
  keys: z.object({ p256dh: bytesAsText(65), auth: bytesAsText(16) }),
});

export const Phone = z.object({
  uuid: Uuid,
  kind: z.enum(phoneKinds),
  state: z.enum(phoneStates),
  createdAt: Time,
  /** When the phone last confirmed the arrival of a message. */
  receivedAt: z.nullable(Time),
  /** When the newest test was sent. */
  testedAt: z.nullable(Time),
});

const PhoneRequest = z.strictObject({
  subscription: Subscription,
  /** The language of the notifications. */
  language: z.enum(languages.map(({ code }) => code)),
  kind: z.enum(phoneKinds),
});

/** The secret of a message, which only the service worker that got the message knows. */
const MessageToken = bytesAsText(32);

const byId = z.object({ id: Uuid });

export const phoneEndpoints = {
  listPhones: {
    method: 'GET',
    path: '/phones',
    access: 'user',
    reach: 'caller',
    summary: 'Your phones that get alerts, and the public key with which a browser subscribes (RFC 8292)',
    response: z.extend(listSchemaOf(Phone), { publicKey: z.string() }),
  },
  addPhone: {
    method: 'POST',
    path: '/phones',
    access: 'user',
    reach: 'caller',
    summary: 'Sends alerts to this phone, as long as you are logged in on it. A known subscription becomes yours',
    body: PhoneRequest,
    response: Phone,
  },
  renewPhone: {
    method: 'PATCH',
    path: '/phones',
    access: 'user',
    reach: 'caller',
    summary: 'Changes keys and language of a subscription that is yours. 404 if it is not',
    body: PhoneRequest,
    response: Phone,
  },
  removePhone: {
    method: 'DELETE',
    path: '/phones/{id}',
    access: 'user',
    reach: 'caller',
    summary: 'Sends no more alerts to one of your phones',
    params: byId,
    response: z.null(),
  },
  testPhone: {
    method: 'POST',
    path: '/phones/{id}/test',
    access: 'user',
    reach: 'caller',
    summary: 'Sends a test to one of your phones, and says whether its push service accepted it',
    params: byId,
    response: z.object({ isAccepted: z.boolean(), phone: Phone }),
  },
  judgePhoneTest: {
    method: 'POST',
    path: '/phones/{id}/test/outcome',
    access: 'user',
    reach: 'caller',
    summary: 'Whether the newest test was shown, as you saw',
    params: byId,
    body: z.strictObject({ isShown: z.boolean() }),
    response: Phone,
  },
  confirmPhoneMessage: {
    method: 'POST',
    path: '/phones/receipts',
    access: 'public',
    summary: 'A phone confirms the arrival of a message with the token in it',
    body: z.strictObject({ token: MessageToken }),
    response: z.null(),
  },
  answerFromPhone: {
    method: 'POST',
    path: '/phones/answers',
    access: 'public',
    summary: 'The owner of a phone is on the way to the alert of a message, whose token allows this for ten minutes',
    body: z.strictObject({ token: MessageToken }),
    response: z.object({
      /** `refused`: somebody has answered it, it is over, or it was raised again. */
      outcome: z.enum(['going', 'refused']),
      /** Who is going or in the room; null: nobody with a name. */
      by: z.nullable(z.string()),
      isOver: z.boolean(),
    }),
  },
  movePhone: {
    method: 'POST',
    path: '/phones/moves',
    access: 'public',
    summary: 'The browser of a phone has replaced its subscription. It proves the former one by its secret',
    body: z.strictObject({ former: Subscription, subscription: Subscription }),
    response: z.null(),
  },
} as const satisfies Record<string, Endpoint>;
