/** Optimistic concurrency: a change names the version of the object that it was made from. */
import { hash } from 'node:crypto';
import { AppError } from './app-error.ts';
import { errorOptionsOf } from './reason.ts';

type Values = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

const versionLength = 16;

/** A digest of the values that can be edited. Equal values have the same version, so no version column is needed. */
export function objectVersionOf(values: Values): string {
  const sorted = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted), 'base64url').slice(0, versionLength);
}

/**
 * Throws AppError `conflict`, with the stored object as the member `current`, when its version differs. Call it in the
 * transaction of the change, after the object was read.
 */
export function requireVersion(current: { readonly version: string }, sent: string): void {
  if (current.version === sent) return;
  throw versionConflict(current);
}

/** The refusal when another user has changed the object since the caller read it. `current`: the object now. */
export function versionConflict(current: unknown): AppError {
  const { detail, members } = errorOptionsOf('changed');
  return new AppError('conflict', { detail, members: { ...members, current } });
}
