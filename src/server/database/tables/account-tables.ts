import type { Generated } from 'kysely';

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
  /** Secrets that an account can use once: links to set a password. */
  one_time_token: {
    /** SHA-256 of the secret, hexadecimal. */
    hash: string;
    subject: string;
    expires_at: number;
  };
}
