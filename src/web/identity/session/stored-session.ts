/** What this tab keeps of a sign-in, in its session storage: gone with the tab, and at sign-out. */
import { User } from 'oidc-client-ts';
import * as z from 'zod/mini';
import { hasRefreshToken } from './provider.ts';

const storageKey = 'room-status:session';

/** A sign-in and its tokens. Tabs of one sign-in share the lineage; the higher generation is newer. */
export interface SessionRecord {
  readonly user: User;
  readonly lineage: string;
  readonly generation: number;
  /** When the access token was got, epoch milliseconds of this device. */
  readonly issuedAt: number;
}

/** The record as text, for storage and for other tabs of this origin. */
const WrittenRecord = z.object({
  user: z.string(),
  lineage: z.string(),
  generation: z.int(),
  issuedAt: z.number(),
});

export function writeRecord({ user, lineage, generation, issuedAt }: SessionRecord): string {
  return JSON.stringify({ user: user.toStorageString(), lineage, generation, issuedAt });
}

/** Undefined for anything that is not a record of this version. */
export function readRecord(text: string | null): SessionRecord | undefined {
  if (text === null) return undefined;
  try {
    const written = WrittenRecord.parse(JSON.parse(text));
    return { ...written, user: User.fromStorageString(written.user) };
  } catch {
    return undefined;
  }
}

export function loadRecord(storage: Storage): SessionRecord | undefined {
  return readRecord(storage.getItem(storageKey));
}

export function saveRecord(storage: Storage, record: SessionRecord): void {
  storage.setItem(storageKey, writeRecord(record));
}

/** Epoch milliseconds at which the access token ends; never, if the provider did not say. */
export function expiryOf({ user }: SessionRecord): number {
  return user.expires_at === undefined ? Number.POSITIVE_INFINITY : user.expires_at * 1_000;
}

/**
 * When to renew. With a refresh token nobody notices, so well before the expiry: three fifths into the
 * token's life. Without one the page has to go by the provider, so only a minute ahead.
 */
export function renewalTimeOf(record: SessionRecord): number {
  const life = expiryOf(record) - record.issuedAt;
  const share = hasRefreshToken(record.user) ? life * 0.6 : Math.max(life / 2, life - 60_000);
  return record.issuedAt + share;
}
