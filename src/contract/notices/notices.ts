/** The calls about messages on alerts that reached neither the person nor the contact. */
import * as z from 'zod/mini';
import { type Endpoint, listSchemaOf } from '../endpoint.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();

/** How long a message that was not delivered is listed. */
export const undeliveredDays = 7;

/** What became of an alert since: nobody has answered it, somebody is on the way or in the room, it is over. */
const AlertProgress = z.enum(['waiting', 'answered', 'over']);

export const UndeliveredNotice = z.object({
  uuid: Uuid,
  /** When the message was made. */
  at: Time,
  recipient: z.object({
    kind: z.enum(['person', 'contact']),
    /** Null: the identity provider sends no names. */
    name: z.nullable(z.string()),
  }),
  /** The names of the client, the location and the ward. */
  place: z.array(z.string()),
  alerts: z.array(
    z.object({
      room: z.string(),
      /** The room status code that raised the alert. */
      status: z.int(),
      raisedAt: Time,
      progress: AlertProgress,
    }),
  ),
  attempts: z.int(),
  /** Why the last attempt failed (`DeliveryReason`). */
  reason: z.string(),
  /**
   * False: there is nothing to send, because the contact was removed, or the message is about a state that is over. A
   * contact is sent the present state of an alert of which it knows nothing.
   */
  canSendAgain: z.boolean(),
});

/** How long a caller waits for the result: longer than the server waits for the receiver. */
const sendTimeLimitMs = 20_000;

export const noticeEndpoints = {
  listUndeliveredNotices: {
    method: 'GET',
    path: '/manage/notices/undelivered',
    access: 'manager',
    reach: 'scopes',
    view: 'contact.view',
    summary: `The messages about alerts of the last ${undeliveredDays} days that were not delivered in the locations that you manage, the newest first, at most 100`,
    response: listSchemaOf(UndeliveredNotice),
  },
  sendNoticeAgain: {
    method: 'POST',
    path: '/manage/notices/undelivered/{id}/attempt',
    access: 'manager',
    reach: 'named',
    params: z.object({ id: Uuid }),
    summary:
      'Sends a message that was not delivered once more and waits for the result, at most thirty in a minute for each caller',
    response: z.object({
      /** `obsolete`: there was nothing to send any more. */
      outcome: z.enum(['accepted', 'failed', 'obsolete']),
      reason: z.nullable(z.string()),
    }),
    refusals: ['too-many-requests'],
    timeLimitMs: sendTimeLimitMs,
  },
} as const satisfies Record<string, Endpoint>;
