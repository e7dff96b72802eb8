import type { LanguageCode } from '../../../domain/language.ts';

export interface ContactTable {
  contact: {
    uuid: string;
    /** The contact is removed with its location. */
    location_uuid: string;
    name: string;
    channel: 'webhook' | 'email';
    /** The URL of a webhook, or an e-mail address. */
    address: string;
    language: LanguageCode;
    /**
     * The signing secret of a webhook, which is stored because each request is signed with it. Null: the contact is no
     * webhook, or the data come from a backup without secrets.
     */
    secret: string | null;
    /** When the last result was known; null: nothing was sent to this address. */
    last_at: number | null;
    /** Why the last message was not accepted; null: it was accepted. */
    last_reason: string | null;
  };
}
