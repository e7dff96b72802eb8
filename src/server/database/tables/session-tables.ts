/** Sessions, the codes of the first set-up, and what the embedded identity provider stores of them. */
export interface SessionTables {
  /** Access tokens that were signed out before they expired. */
  revoked_token: { token_id: string; expires_at: number };
  /** The embedded identity provider's sessions, grants, codes and refresh tokens. */
  identity_record: {
    model: string;
    id: string;
    payload: string;
    grant_id: string | null;
    uid: string | null;
    user_code: string | null;
    consumed_at: number | null;
    expires_at: number | null;
  };
  /** The devices on which an account has signed in. */
  known_device: {
    /** SHA-256 of the device's cookie, hexadecimal. */
    device_hash: string;
    subject: string;
    signed_in_at: number;
  };
  /** The embedded identity provider's signing and cookie keys, as JSON. */
  identity_key: { name: string; value: string };
  /** The codes with which somebody becomes the first administrator. */
  setup_code: {
    /** SHA-256 of the code, hexadecimal. */
    hash: string;
    expires_at: number;
    used_at: number | null;
  };
}
