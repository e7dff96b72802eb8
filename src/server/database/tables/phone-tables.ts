import type { LanguageCode } from '../../../domain/language.ts';
import type { PhoneKind } from '../../../domain/phones/phone-state.ts';

/** The phones of staff, and the messages that were sent to them. */
export interface PhoneTables {
  phone: {
    uuid: string;
    /** The subject of the person who set up the phone. */
    subject: string;
    display_name: string | null;
    /** JSON list of the person's groups when the phone last reported. */
    groups: string;
    /** The session in which the phone was set up; null: the provider issues no session ids. */
    session_id: string | null;
    kind: PhoneKind;
    language: LanguageCode;
    /** The address at the push service. Unique. */
    endpoint: string;
    /** The public key of the phone and its secret, as base64url (RFC 8291). */
    p256dh: string;
    auth: string;
    created_at: number;
    /** When the phone last confirmed a message. */
    received_at: number | null;
    /** When the newest test was sent. */
    tested_at: number | null;
    /** When the check was last repeated because the newest test has not arrived. */
    repeated_at: number | null;
    /** When the push service said that it does not know the phone. */
    gone_at: number | null;
    /** 1: the owner has seen the newest test; 0: has not; null: has not said. */
    is_shown: number | null;
  };
  /** The messages whose arrival can be confirmed. Old rows are deleted. */
  phone_message: {
    /** SHA-256 of the token in the message, hexadecimal. */
    token_hash: string;
    phone_uuid: string;
    /** The alert that the token may answer; null: none. */
    alert_uuid: string | null;
    raised_again_count: number | null;
    sent_at: number;
    answer_until: number;
    expires_at: number;
  };
}
