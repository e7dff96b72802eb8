/** Classifies PostgreSQL errors by their code (PostgreSQL manual, appendix A). */
import pg from 'pg';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/** The error of a query without a response: nothing listens at the address, the connection broke, or time ran out. */
class ConnectionLostError extends Error {
  constructor(cause: unknown) {
    super(`the database does not answer: ${reasonOf(cause)}`, { cause });
    this.name = 'ConnectionLostError';
  }
}

/** Creates the error for a PostgreSQL that cannot be reached or refuses the login. The message contains no password. */
export function createUnreachableError(description: string, setting: string, cause: unknown): OperatorError {
  return new OperatorError(
    `The database ${description} cannot be reached (${reasonOf(cause)}). Check ${setting}.`,
    cause,
  );
}

/**
 * Codes of errors after which the same query may succeed later: connection broken (08), login refused (28), no such
 * database (3D000), out of disk, memory or connections (53), lock timeout (55P03), statement timeout (57014), server
 * starting or stopping (57P), system error (58), internal error (XX), read-only standby (25006), idle-in-transaction
 * and transaction timeout (25P03, 25P04), and conflicts that repeat (40001, 40P01).
 */
const unavailable = /^(08|28|3D000|53|55P03|57|58|XX|25006|25P03|25P04|40001|40P01)/;
/** Codes of errors that the query causes: values out of range (22), constraints (23), limits of a statement (54). */
const refusedData = /^(22|23|54)/;
/** Codes of errors for which a start does not wait: login refused, no such database. */
const refusedLogin = /^(28|3D000)/;
const conflict = /^(40001|40P01)$/;
/** Codes of errors after which the connection cannot be used for any further query. */
const connectionEnded = /^(08|25006|25P03|25P04|57P)/;

export const isUnavailable = (error: unknown) => error instanceof ConnectionLostError || hasCode(error, unavailable);
export const isDatabaseFailure = (error: unknown) =>
  isUnavailable(error) || (hasCode(error, /^/) && !hasCode(error, refusedData));
/** Whether the error means damaged data (XX001) or a damaged index (XX002). */
export const isDamaged = (error: unknown) => hasCode(error, /^XX00[12]$/);
/** Whether the disk is full (53100). */
export const isDiskFull = (error: unknown) => hasCode(error, /^53100$/);
export const isLoginRefused = (error: unknown) =>
  hasCode(error, refusedLogin) || (error instanceof ConnectionLostError && isPasswordMissing(error.cause));
/** Whether a privilege is missing (42501). */
export const isPrivilegeMissing = (error: unknown) => hasCode(error, /^42501$/);
/** Whether a statement has waited too long for a lock (55P03). */
export const isLockTimeout = (error: unknown) => hasCode(error, /^55P03$/);
export const isTransactionConflict = (error: unknown) => hasCode(error, conflict);
export const isEndOfConnection = (error: unknown) =>
  error instanceof ConnectionLostError || hasCode(error, connectionEnded);

/** Returns errors of PostgreSQL and programming errors as they are. Every other error of pg comes from the network. */
export function toDatabaseError(error: unknown): Error {
  const isKept = [pg.DatabaseError, TypeError, RangeError].some((kind) => error instanceof kind);
  return isKept && error instanceof Error ? error : new ConnectionLostError(error);
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof pg.DatabaseError && codes.test(error.code ?? '');
}

/** Whether pg has failed because the server asks for a password and the address has none. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Error && /client password must be a (non-empty )?string/.test(error.message);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConnectionLostError) return reasonOf(error.cause);
  if (isPasswordMissing(error)) return 'it asks for a password, and the address has none';
  // pg tries the IPv4 and the IPv6 address of a host; the error of both has an empty message.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return errorMessageOf(error);
}
