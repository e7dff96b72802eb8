/** Sessions, the codes of the first set-up, and the records of the embedded identity provider. */
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
  /** The one-time codes with which a person becomes the first administrator. */
  setup_code: {
    /** SHA-256 of the code, hexadecimal. */
    hash: string;
    expires_at: number;
    used_at: number | null;
  };
}
