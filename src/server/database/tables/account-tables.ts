import type { Generated } from 'kysely';

/** `invitation` and `password`: a link to the page that sets the password. `passkey`: the challenge of a new passkey. */
export type TokenPurpose = 'invitation' | 'password' | 'passkey';

/** The accounts of the embedded identity provider. */
export interface AccountTables {
  account: {
    subject: string;
    username: string;
    display_name: string;
    email: string;
    /** Empty: the person was invited and has set no password yet. */
    password_hash: string;
    /** JSON list of group names. */
    groups: string;
    /** Null: the account is not disabled. */
    disabled_at: Generated<number | null>;
  };
  /** Secrets that an account can use once: links to set a password, and challenges of new passkeys. */
  one_time_token: {
    /** SHA-256 of the secret, hexadecimal. */
    hash: string;
    purpose: TokenPurpose;
    subject: string;
    expires_at: number;
  };
  /** The public keys with which an account can sign in (WebAuthn). */
  passkey: {
    /** The credential id, base64url. */
    id: string;
    subject: string;
    name: string;
    /** COSE key, base64url. */
    public_key: string;
    /** The number of signatures that the authenticator has counted. Many always send 0. */
    counter: number;
    created_at: number;
    last_used_at: number | null;
  };
}
