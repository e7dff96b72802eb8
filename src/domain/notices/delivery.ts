/** The outcome of sending one message: `isFinal` means that sending it again cannot succeed. */
export type Delivery =
  | { readonly outcome: 'accepted' }
  | {
      readonly outcome: 'failed';
      readonly reason: string;
      readonly isFinal: boolean;
      readonly retryAfterMs: number | null;
    };
