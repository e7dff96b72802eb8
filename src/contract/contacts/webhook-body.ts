/** The body of a webhook, in the form that Standard Webhooks recommends: type, timestamp and data. */
import * as z from 'zod/mini';
import { alertPriorities } from '../../domain/alerts/alert.ts';
import { Uuid } from '../uuid.ts';

const Time = z.iso.datetime();
const Named = z.object({ uuid: Uuid, name: z.string() });

const WebhookAlert = z.object({
  uuid: Uuid,
  room: Named,
  ward: Named,
  location: Named,
  /** The room status code that raised the alert. */
  status: z.int(),
  /** The name of the status, such as `man_down`. */
  statusName: z.string(),
  priority: z.enum(alertPriorities),
  raisedAt: Time,
  /** When somebody answered first. Null: nobody has. */
  answeredAt: z.nullable(Time),
  /** The name of that person. Null: nobody has answered, or the identity provider sends no name. */
  answeredBy: z.nullable(z.string()),
  /** Null: the alert is not over. */
  overAt: z.nullable(Time),
});

/** `alert.raised`: nobody has answered it. `alert.answered`: somebody is on the way. `test`: has no alerts. */
export const webhookTypes = {
  alert: 'alert.raised',
  answered: 'alert.answered',
  over: 'alert.over',
  test: 'test',
} as const;

export const WebhookBody = z.object({
  type: z.enum(Object.values(webhookTypes)),
  timestamp: Time,
  data: z.object({ contact: z.string(), alerts: z.array(WebhookAlert) }),
});
