/** What the server sends to a contact. */
import type { AlertPriority } from '../../domain/alerts/alert.ts';
import type { webhookTypes } from '../../contract/contacts/webhook-body.ts';

interface Named {
  readonly uuid: string;
  readonly name: string;
}

/** An alert of a message. All times are epoch milliseconds. */
export interface MessageAlert {
  readonly uuid: string;
  readonly room: Named;
  readonly ward: Named;
  readonly location: Named;
  /** The room status code that raised the alert. */
  readonly status: number;
  readonly priority: AlertPriority;
  readonly raisedAt: number;
  /** Null: nobody has answered. */
  readonly answeredAt: number | null;
  /** Null: nobody has answered, or the identity provider sends no name. */
  readonly answeredBy: string | null;
  /** Null: the alert is not over. */
  readonly overAt: number | null;
}

export interface ContactMessage {
  /** The idempotency key. A message that is sent again keeps its id. */
  readonly id: string;
  readonly kind: keyof typeof webhookTypes;
  /** When the message was made, in epoch milliseconds. */
  readonly at: number;
  /** Empty for the kind `test`. Several alerts of one location can share a message. */
  readonly alerts: readonly MessageAlert[];
}
