/** What PostgreSQL's answers mean for us (its manual, appendix A: error codes). */
import pg from 'pg';
import { OperatorError } from '../../shared/operator-error.ts';

/** There was no answer: nobody listens, the connection broke, or it was silent for too long. */
export class ConnectionLostError extends Error {
  constructor(cause: unknown) {
    super(`the database does not answer: ${reasonOf(cause)}`, { cause });
    this.name = 'ConnectionLostError';
  }
}

/** The server is not there, at another address, or refuses us; the message holds no password. */
export class DatabaseUnreachableError extends OperatorError {
  constructor(place: string, cause: unknown) {
    super(`The database ${place} cannot be reached (${reasonOf(cause)}). Look at DATABASE_URL.`, cause);
  }
}

/** PostgreSQL 15 lets nobody but a database's owner make tables in it, unless it is granted. */
export class DatabaseRightsError extends OperatorError {
  constructor(place: string, cause: unknown) {
    super(
      `The account of DATABASE_URL may not make its tables in the database ${place} (${reasonOf(cause)}). ` +
        'Let it own the database: alter database NAME owner to ACCOUNT.',
      cause,
    );
  }
}

/**
 * Connection broken (08), refused account (28), no such database (3D000), no room on disk, in memory or
 * for a connection (53), locks (55P03), cancelled by a timeout (57014), going down or coming up (57P),
 * trouble of its system (58) or within itself (XX), a copy that cannot be written (25006), a transaction that took
 * too long between two questions (25P03, 25P04), and conflicts that went on.
 */
const unavailable = /^(08|28|3D000|53|55P03|57|58|XX|25006|25P03|25P04|40001|40P01)/;
/** Values out of range (22), constraints (23), limits of a statement (54): that of what was asked. */
const ofTheData = /^(22|23|54)/;
/** Of these, what waiting at a start does not heal. */
const refused = /^(28|3D000)/;
const conflict = /^(40001|40P01)$/;
/** The server is another than it was, or does not serve this connection any longer. */
const connectionEnded = /^(08|25006|25P03|25P04|57P)/;

export const isUnavailable = (error: unknown) => error instanceof ConnectionLostError || hasCode(error, unavailable);
export const isFailure = (error: unknown) =>
  isUnavailable(error) || (hasCode(error, /^/) && !hasCode(error, ofTheData));
/** No room on disk (53100). */
export const isFull = (error: unknown) => hasCode(error, /^53100$/);
export const isRefused = (error: unknown) =>
  hasCode(error, refused) || (error instanceof ConnectionLostError && isWithoutPassword(error.cause));
/** What it was asked is not allowed to its account (42501). */
export const isForbidden = (error: unknown) => hasCode(error, /^42501$/);
export const isConflict = (error: unknown) => hasCode(error, conflict);
/** Whether the connection is of no more use, whatever is asked of it. */
export const isEndOfConnection = (error: unknown) =>
  error instanceof ConnectionLostError || hasCode(error, connectionEnded);

/** What did not come from the server, and is no mistake of ours, came from the way to it. */
export function toDatabaseError(error: unknown): Error {
  const isItself = [pg.DatabaseError, TypeError, RangeError].some((kind) => error instanceof kind);
  return isItself && error instanceof Error ? error : new ConnectionLostError(error);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof pg.DatabaseError && codes.test(error.code ?? '');
}

/** The package's own error, before the server could say anything. */
function isWithoutPassword(error: unknown): boolean {
  return error instanceof Error && /client password must be a (non-empty )?string/.test(error.message);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConnectionLostError) return reasonOf(error.cause);
  if (isWithoutPassword(error)) return 'it asks for a password, and the address has none';
  // Both addresses of a host were tried, and the whole has no message of its own.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
