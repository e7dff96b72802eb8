import type * as z from 'zod/mini';
import { type WebhookBody, webhookTypes } from '../../../contract/contacts/webhook-body.ts';
import { toIsoTime } from '../../../domain/iso-time.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import type { ContactMessage } from '../contact-message.ts';

/** The JSON text of a webhook. */
export function webhookTextOf({ kind, at, alerts }: ContactMessage, contact: string): string {
  const body: z.output<typeof WebhookBody> = {
    type: webhookTypes[kind],
    timestamp: toIsoTime(at),
    data: {
      contact,
      alerts: alerts.map(({ raisedAt, answeredAt, overAt, ...alert }) => ({
        ...alert,
        statusName: statusOfCode(alert.status).name,
        raisedAt: toIsoTime(raisedAt),
        answeredAt: toIsoTime(answeredAt),
        overAt: toIsoTime(overAt),
      })),
    },
  };
  return JSON.stringify(body);
}
