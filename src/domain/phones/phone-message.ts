/** The messages that the server sends to the phones of a person. */

interface MessageWard {
  readonly uuid: string;
  readonly locationUUID: string;
  readonly clientUUID: string;
  readonly displayName: string;
}

type MessageAlerts =
  | {
      readonly kind: 'one';
      readonly uuid: string;
      /** How often the alert was raised again. An answer is about the alert as it was then. */
      readonly raisedAgainCount: number;
      readonly room: string;
      /** A code of the status table. */
      readonly status: number;
      readonly isTest: boolean;
    }
  | { readonly kind: 'several'; readonly count: number };

/** What a notification is about. */
interface MessageSubject {
  readonly ward: MessageWard;
  readonly alerts: MessageAlerts;
  /** Whether the notification names neither the room nor the status. */
  readonly isDiscreet: boolean;
}

/**
 * A message to the phones of a person. `answered` replaces the notification of the alert without a sound, `over`
 * withdraws it. `waiting` says without a sound how many of several alerts still wait for an answer. `test` is sent when
 * the owner of the phone asks for it, `check` once a week.
 */
export type PhoneMessage =
  | (MessageSubject & { readonly kind: 'alert' })
  | (MessageSubject & { readonly kind: 'answered'; readonly by: string | null })
  | (MessageSubject & { readonly kind: 'waiting' })
  | (MessageSubject & { readonly kind: 'over' })
  | { readonly kind: 'test' }
  | { readonly kind: 'check' };

/** Messages with the same tag replace each other, at the push service and on the phone. */
export function tagOf(message: PhoneMessage): string {
  if (message.kind === 'test' || message.kind === 'check') return 'test';
  return message.alerts.kind === 'one' ? `alert:${message.alerts.uuid}` : `ward:${message.ward.uuid}`;
}
