/** What became of a message that the server sent to somebody. */
export type Delivery =
  | { readonly outcome: 'accepted' }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      /** Whether sending the message again is of no use. */
      readonly isFinal: boolean;
      /** How long the receiver asks to wait before the message is sent again. Null: it does not say. */
      readonly retryAfterMs: number | null;
    };
